//! The command line as people and programs meet it. One program, because each would link the whole library once more.

mod abstraction;
mod analyse;
mod arena;
mod bad_requests;
mod baum_smith;
mod commands;
mod decide;
mod documents;
mod engine;
mod fuzz;
mod hidden;
mod learn;
mod manners;
mod people;
mod pictures;
mod play;
mod reproduce;
mod schema;
mod support;
