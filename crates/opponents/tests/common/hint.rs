//! What the computer players would answer, as somebody who asks for a hint is told it.

use aelian_dice::Sampler;
use aelian_game::kit::Asked;
use aelian_opponents::Contested;

/// Every player of the game itself answers legally, knowing no more than the side that is asked.
pub fn hints_are_legal<R: Contested>(asked: &Asked<'_, R>) -> Result<(), String> {
    for named in R::own_opponents() {
        let sampler = Sampler::stream(7, asked.game.record.steps.len() as u64);
        let answer = (named.make)(sampler).choose(&asked.game.rules, asked.seen, asked.side, asked.prompt);
        if let Some(why) = answer.and_then(|choice| asked.refusal(&choice)) {
            return Err(format!("{} would answer {why}", named.name));
        }
    }
    Ok(())
}
