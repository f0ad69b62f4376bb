//! Models of players, apart from other searches: a program that is built sooner.

#[path = "../search/common/mod.rs"]
mod common;
#[path = "../search/hidden_models.rs"]
mod hidden_models;
#[path = "../search/player_models.rs"]
mod player_models;
