//! Erasing a game's type changes nothing but speed: an agent, built for a game's own type and for the erased game, gives the
//! same report. Agents that are machine code for real games are compared on those (`outwit`'s tests); here are the others,
//! each on one small type, so that they are compiled once.

use outwit_game::{Adapted, Agent, AnyGame, Control, Evaluated, Report, Rng, Spec, Table, Turn};
use outwit_games::poker::Poker;
use outwit_games::tree::Tree;
use outwit_search::named::catalog::{self, Page, page};

/// A budget small enough for any of the games.
fn quick(name: &str) -> String {
    match name {
        "equilibrium" => name.to_string(),
        _ => format!("{name}:nodes=300"),
    }
}

/// Compares these agents, all of which must be able to play.
fn compare<G: Evaluated>(game: G, pages: &'static [Page<G>]) {
    let any = AnyGame::new(game);
    let game: &G = any.downcast_ref().expect("it was just erased");
    let mut rng = Rng::new(9);
    let mut table = Table::deal(&any, &mut rng);
    while let Some(_outcome) = table.draw(&mut rng) {}
    let Turn::Of(seat) = table.turn() else { panic!("somebody is to move") };
    for page in pages {
        let name = page.entry.name;
        let spec = Spec::parse(&quick(name)).unwrap();
        let native = catalog::Pages(pages).agent(&spec, game).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let erased = catalog::erased_agent(&spec, &any).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let ask = |mut agent: Box<dyn Agent<AnyGame>>| -> Result<Report<_>, String> {
            agent.begin(&any, seat, 5);
            agent.choose(&table.view(seat), &Control::default()).map_err(|problem| problem.to_string())
        };
        let native = ask(Box::new(Adapted::<G, _>::new(native)));
        assert!(native.is_ok(), "{name}: {:?}", native.err());
        assert_eq!(native, ask(erased), "{name}");
    }
}

#[test]
fn an_agent_says_the_same_on_a_games_own_type_and_on_the_erased_game() {
    let of_three = Tree::from_json(include_str!("../../../games/trees/maxprob-figure1.json")).unwrap();
    compare(of_three, const { &[page::offensive(), page::softmaxn(), page::probmaxn()] });
    compare(Poker::KUHN, const { &[page::quantal(), page::equilibrium(), page::pomcp()] });
}
