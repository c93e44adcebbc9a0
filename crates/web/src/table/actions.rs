//! What can be done at a table, one form each.

use super::*;

/// `POST /game/ID/choose`
pub(crate) async fn choose(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    act(&app, &id, ctx, fields, Needs::Rules, |_, open, fields| {
        fields.number::<u64>("mark")?;
        let (key, sure) = match fields.get("sure") {
            Some(key) => (key, true),
            None => (fields.need("key")?, false),
        };
        if !sure && open.game.fatal(open.seat(), key).is_some() {
            return Err(Denied::Typed("That is asked twice: open it among the options and confirm.".into()));
        }
        // In the line for answers one may ask as in the terminal.
        if let Some(about) = fields.get("said").and_then(|_| Question::said(key)).filter(|_| !open.understands(key)) {
            let told = open.game.answer(open.viewer(), about);
            return Err(told.map_or_else(|why| Denied::Typed(crate::words::sentence(&why)), Denied::Told));
        }
        let lesson = open.lesson();
        open.choose(key)?;
        lesson.iter().for_each(|lesson| open.heard(lesson));
        Ok(())
    })
    .await
}

/// `POST /game/ID/seat`: somebody sits down in front of the screen.
pub(crate) async fn seat(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    act(&app, &id, ctx, fields, Needs::Seat, |_, open, fields| {
        let seat = Seat(fields.number("seat")?);
        if open.curtain() != Some(seat) {
            return Err(Denied::Typed("It is not that player's turn.".into()));
        }
        open.hand_over(seat);
        Ok(())
    })
    .await
}

/// `POST /game/ID/players`: who plays which seat from now on.
pub(crate) async fn players(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    ctx: Ctx,
    fields: Fields,
) -> Response {
    act(&app, &id, ctx, fields, Needs::NewBots, |_, open, fields| {
        let known = (open.shelf.policies)();
        let mut bots = std::collections::BTreeMap::new();
        for seat in 0..open.game.seats() {
            let player = fields.get(&format!("seat{seat}")).unwrap_or_default();
            if known.iter().any(|(name, _)| *name == player) {
                bots.insert(seat, player.to_string());
            }
        }
        if bots.len() == usize::from(open.game.seats()) {
            return Err(Denied::Typed(
                "At least one seat needs a person; to watch bots, use \u{201c}Play on\u{201d}.".into(),
            ));
        }
        Ok(open.set_bots(bots)?)
    })
    .await
}

/// `POST /game/ID/throw`
pub(crate) async fn throw(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    act(&app, &id, ctx, fields, Needs::Rules, |_, open, fields| {
        fields.number::<u64>("mark")?;
        let typed = fields.get("faces").unwrap_or_default().trim();
        if typed.is_empty() || fields.get("by") == Some("program") {
            return Ok(open.throw(None)?);
        }
        let dice = open.prompt.dice().and_then(|ask| ask.dice.parse().ok());
        let dice = dice.ok_or_else(|| Denied::Typed("No dice are needed now.".into()))?;
        let faces =
            hulldown_desk::typed::faces(typed, dice).map_err(|why| Denied::Typed(crate::words::sentence(&why)))?;
        Ok(open.throw(Some(&faces))?)
    })
    .await
}

/// `POST /game/ID/undo`
pub(crate) async fn undo(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    act(&app, &id, ctx, fields, Needs::Rules, |_, open, fields| {
        fields.number::<u64>("mark")?;
        // One step back is back to the last question one has answered oneself.
        let steps = match fields.need("steps")? {
            "own" => open.steps_back(),
            _ => fields.number("steps")?,
        };
        open.undo(steps)?;
        Ok(())
    })
    .await
}

/// `POST /game/ID/auto`
pub(crate) async fn auto(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    act(&app, &id, ctx, fields, Needs::Thought, |_, open, fields| {
        fields.number::<u64>("mark")?;
        let far = match fields.get("far") {
            Some("decision") => Far::Until(Until::Decision, Some(MOST_AUTO)),
            Some("end") => Far::Until(Until::End, Some(MOST_AUTO)),
            Some("same") => Far::Ask(open.prompt.first().map(|ask| ask.kind().to_string()).unwrap_or_default()),
            Some(kind) if open.shelf.stretches.iter().any(|(known, _)| *known == kind) => Far::Event(kind.into()),
            _ => Far::Until(Until::Step, Some(MOST_AUTO)),
        };
        open.auto(fields.need("policy")?, &far)?;
        Ok(())
    })
    .await
}

/// `POST /game/ID/on`: the usual answer, and on to the next real decision.
pub(crate) async fn on(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    act(&app, &id, ctx, fields, Needs::Rules, |_, open, fields| {
        fields.number::<u64>("mark")?;
        let lesson = open.lesson();
        open.play_on()?;
        lesson.iter().for_each(|lesson| open.heard(lesson));
        Ok(())
    })
    .await
}

/// `POST /game/ID/ease`: how much is answered without asking.
pub(crate) async fn ease(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    act(&app, &id, ctx, fields, Needs::Answers, |_, open, fields| {
        let level = Level::named(fields.need("level")?);
        let level = level.ok_or_else(|| Denied::Typed("Choose full, routine or brisk.".into()))?;
        let known = |kind: &str| open.shelf.kinds.iter().any(|(name, _)| *name == kind);
        let stops = fields.all("stop").filter(|kind| known(kind)).map(String::from).collect();
        Ok(open.set_ease(Ease { level, stops })?)
    })
    .await
}

/// `POST /game/ID/dice`
pub(crate) async fn dice(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    act(&app, &id, ctx, fields, Needs::Answers, |_, open, fields| {
        let mode = forms::mode(fields.need("mode")?, fields.all("chart"));
        let mode =
            mode.ok_or_else(|| Denied::Typed("Choose who rolls: the program, you, or you for some charts.".into()))?;
        Ok(open.set_dice(mode)?)
    })
    .await
}

/// `POST /game/ID/tips`
pub(crate) async fn tips(State(app): State<SharedApp>, Path(id): Path<String>, ctx: Ctx, fields: Fields) -> Response {
    act(&app, &id, ctx, fields, Needs::Answers, |_, open, fields| {
        if fields.get("do") == Some("off") {
            return Ok(open.tips(false)?);
        }
        open.lesson().iter().for_each(|lesson| open.heard(lesson));
        Ok(())
    })
    .await
}
