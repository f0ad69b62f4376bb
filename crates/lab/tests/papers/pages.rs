use outwit::game::Problem;
use outwit_lab::page;

const REPORT: &str = r#"{"paper":"frank-1994","seed":0,"size":"quick","only":null,"complete":true,"unfinished":null,
    "run":{"version":"0.1.0","commit":null,"date":"2026-11-15T00:00:00Z","seconds":2.0,"threads":1},
    "counts":{},"cells":[
    {"table":"Table 1","row":"nodes","column":"count","published":549946,"claim":null,"measured":549946,"low":null,"high":null,"half_width":null,"decimals":0,"verdict":"exact","note":null},
    {"table":"Table 1","row":"share","column":"count","published":0.5,"claim":null,"measured":0.52,"low":0.5,"high":0.54,"half_width":0.02,"decimals":1,"verdict":"agrees","note":null},
    {"table":"Table 1","row":"lead","column":"of x","published":null,"claim":"more than 0","measured":2.5,"low":null,"high":null,"half_width":null,"decimals":1,"verdict":"claim holds","note":null}],
    "remarks":[]}"#;

fn made(template: &str) -> Result<String, Problem> {
    let read = |name: &str| match name {
        "frank.json" => Ok(REPORT.to_string()),
        name => Err(Problem::new(format!("there is no {name}"))),
    };
    page(&format!("{{{{report frank frank.json}}}}\n{template}"), &read)
}

#[test]
fn fields_are_looked_up_and_the_rest_stays() {
    let said = made("As `{{command frank}}` says:\n{{grid frank | Table 1}}\n{{total frank | exact}} of 3.").unwrap();
    assert_eq!(
        said,
        "As `outwit reproduce frank-1994 --quick --seed 0` says:\n\
         | | count | of x |\n|---|---|---|\n| nodes | 549,946; published 549,946: exact |  |\n\
         | share | 0.520 ± 0.020; published 0.5: agrees |  |\n| lead |  | 2.5: claim holds |\n1 of 3.\n"
    );
    let one =
        "{{cell frank | Table 1 | share | count}} {{value frank | Table 1 | share | count}} {{json frank | /seed}}";
    assert_eq!(made(one).unwrap(), "0.520 ± 0.020 0.520 0\n");
    let few = "{{grid frank | Table 1 | rows no*; *ead | columns *x}}";
    assert_eq!(made(few).unwrap(), "| | of x |\n|---|---|\n| lead | 2.5: claim holds |\n");
    assert!(made("{{counts frank}}").unwrap().contains("| **all** | 1 | 1 | 1 |"));
}

#[test]
fn what_is_not_there_is_told_with_its_line() {
    for (template, part) in [
        ("{{grid other | Table 1}}", "line 2 of the template: there is no report `other`; named above are: frank"),
        ("{{grid frank | Table 9}}", "has no table `Table 9`"),
        ("{{cell frank | Table 1 | nodes | share}}", "has no cell"),
        ("{{total frank | wonderful}}", "no verdict `wonderful`"),
        ("{{sum frank}}", "no field"),
        ("{{json frank | /nowhere}}", "/nowhere"),
        ("{{grid frank", "without an end"),
        ("{{report more more.json}}", "there is no more.json"),
    ] {
        let problem = made(template).unwrap_err().to_string();
        assert!(problem.contains(part), "{template}: {problem}");
    }
}
