//! The face a hosted game shows: everything that can be asked of it whichever it is.

use super::*;

impl<G: Drawn> Match for Hosted<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn seats(&self) -> u8 {
        self.session.working().seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.session.working().seat_name(seat)
    }

    fn side(&self, seat: Seat) -> Seat {
        self.session.working().side(seat)
    }

    fn has_secrets(&self) -> bool {
        G::SECRETS
    }

    fn prompt(&self) -> Prompt {
        let asks = self.session.pending().iter().map(|pending| self.ask(pending)).collect();
        Prompt { asks, over: self.session.is_over() }
    }

    fn asked(&self) -> Vec<WaitsFor> {
        let asked = |pending: &Pending<G>| match pending {
            Pending::Choice { seat, .. } => WaitsFor { seat: *seat, dice: false, only: Some(*seat) },
            Pending::Dice(check) => WaitsFor { seat: check.by, dice: true, only: check.secret },
        };
        self.session.pending().iter().map(asked).collect()
    }

    fn usual(&self, seat: Seat) -> Option<(Answered, Option<Level>)> {
        let question = self.question(seat).ok()?;
        let usual = self.usual_answer(seat, question.ask, question.options)?;
        let (game, data) = (self.session.working(), self.session.data());
        let words = game.ask_words(data, seat, question.ask);
        let answer = game.choice_words(data, seat, question.ask, usual.choice);
        let answered = Answered {
            kind: words.kind.into(),
            text: words.text,
            key: usual.choice.to_string(),
            label: answer.label,
            rule: G::ledger().id(answer.rule).into(),
        };
        Some((answered, usual.from))
    }

    fn standing(&self) -> Standing {
        self.session.standing()
    }

    fn put_back(&mut self, then: &Standing) {
        self.session.put_back(then);
        (self.player, *self.usual.get_mut(), *self.worded.get_mut()) = (None, None, None);
        self.unkept.get_mut().put_back(self.session.told());
        self.news.clear();
        self.news_from = self.session.heard();
    }

    fn view(&self, viewer: Viewer) -> Value {
        plain(&viewer.view(self.session.working(), self.session.data()))
    }

    fn sections(&self, viewer: Viewer) -> Vec<Section> {
        G::sections(&viewer.view(self.session.working(), self.session.data()))
    }

    fn status(&self, viewer: Viewer) -> String {
        G::status(&viewer.view(self.session.working(), self.session.data()))
    }

    fn panels(&self, viewer: Viewer, spots: &[Spot], base: &str, look: &Look<'_>) -> Vec<Panel> {
        G::panels(&viewer.view(self.session.working(), self.session.data()), spots, base, look)
    }

    fn sketch(&self, viewer: Viewer, spots: &[Spot], look: &Look<'_>, room: Room) -> Option<Sketch> {
        G::sketch(&viewer.view(self.session.working(), self.session.data()), spots, look, room)
    }

    fn answer(&self, viewer: Viewer, question: draw::Question<'_>) -> Result<Vec<String>, String> {
        G::answer(&viewer.view(self.session.working(), self.session.data()), question)
    }

    fn career(&self, viewer: Viewer) -> Vec<Panel> {
        let view = viewer.view(self.session.working(), self.session.data());
        let mut panels = G::career(&view);
        panels.extend(G::told(&view, &self.heard(self.session.working(), &self.session.log(), viewer, 0)));
        panels
    }

    fn beats(&self, viewer: Viewer, answers: Range<usize>, told: usize) -> Vec<Beat> {
        let (before, after) = (self.session.after(answers.start), self.session.after(answers.end));
        let heard = after.log();
        G::beats(&viewer.view(before.working(), before.data()), &self.heard(after.working(), &heard, viewer, told))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    fn lessons(&self, seat: Seat) -> Vec<Lesson> {
        let Ok(question) = self.question(seat) else { return Vec::new() };
        self.session.working().lessons(self.session.data(), seat, question.ask)
    }

    fn fatal(&self, seat: Seat, key: &str) -> Option<&'static str> {
        let question = self.question(seat).ok()?;
        let choice = self.option(&question, key)?;
        (self.aids.fatal)(self.session.working(), self.session.data(), seat, choice)
    }

    fn choose(&mut self, seat: Seat, key: &str) -> Result<(), Problem> {
        if key.len() > LONGEST_LINE {
            let message = format!("an answer has at most {LONGEST_LINE} characters, this one has {}", key.len());
            return Err(Problem::bad_request(message).at("key"));
        }
        let question = self.question(seat)?;
        if let Some(choice) = self.option(&question, key) {
            return self.enter(|session| session.choose(seat, choice));
        }
        let said = match self.session.working().spoken(self.session.data(), seat, question.ask, key) {
            None => return Err(self.no_option(&question, key)),
            Some(Err(why)) => Err(Problem { rule: rule_of::<G>(&why), ..Problem::illegal(why).at("key") }),
            Some(Ok(choices)) => self.say(seat, &choices),
        };
        // Whoever says several things at once hears that none of them is done.
        said.map_err(|problem| match key.contains([',', ';']) {
            true => Problem { message: format!("{}; nothing of this line was done", problem.message), ..problem },
            false => problem,
        })
    }

    fn understands(&self, seat: Seat, line: &str) -> bool {
        let Ok(question) = self.question(seat) else { return false };
        self.option(&question, line).is_some()
            || self.session.working().spoken(self.session.data(), seat, question.ask, line).is_some()
    }

    fn throw(&mut self, faces: &[u8]) -> Result<(), Problem> {
        self.enter(|session| session.throw(faces))
    }

    fn throw_for_me(&mut self) -> Result<(), Problem> {
        self.enter(Session::throw_for_me)
    }

    fn undo(&mut self, seat: Seat, steps: u16) -> Result<TakenBack, Problem> {
        has_seat(self.seats(), seat)?;
        if steps == 0 {
            return Err(Problem::bad_request("at least one step must be undone").at("steps"));
        }
        let undone = self.session.undo(seat, steps).map_err(|refusal| self.refused(&refusal))?;
        self.no_news();
        let text = self.taken_back(seat, &undone);
        Ok(TakenBack { keys: undone.keys, dice: undone.dice, rewind: undone.dice > 0, text })
    }

    fn odds(&self, seat: Seat, key: &str) -> Result<OddsReply, Problem> {
        if G::SECRETS {
            return Err(Problem::illegal("the result depends on hidden information of the other side"));
        }
        let question = self.question(seat)?;
        let choice = self.option(&question, key).ok_or_else(|| self.no_option(&question, key))?;
        Ok(self.odds_of(seat, &question, choice, LINES))
    }

    fn all_odds(&self, seat: Seat) -> Result<Vec<OddsReply>, Problem> {
        let question = self.question(seat)?;
        if G::SECRETS {
            return Ok(Vec::new());
        }
        let most = (LINES / question.options.len().max(1)).max(2_500);
        let all = question.options.iter().map(|&choice| self.odds_of(seat, &question, choice, most));
        Ok(all.filter(|odds| odds.lines > 1 || odds.roll.is_some()).collect())
    }

    fn threats(&self, seat: Seat) -> Option<Vec<Threat>> {
        let threats = self.aids.threats?;
        Some(if self.session.is_over() {
            Vec::new()
        } else {
            threats(self.session.working(), self.session.data(), seat)
        })
    }

    fn unsure(&self, seat: Seat) -> Vec<String> {
        if self.session.is_over() {
            return Vec::new();
        }
        (self.aids.unsure)(self.session.working(), self.session.data(), seat)
    }

    fn threats_after(&self, seat: Seat, key: &str) -> Option<Vec<Threat>> {
        let find = self.aids.threats.filter(|_| !G::SECRETS)?;
        let question = self.question(seat).ok()?;
        let choice = self.option(&question, key).filter(|choice| (self.aids.moves)(*choice))?;
        let mut all: Vec<Threat> = Vec::new();
        let add = |all: &mut Vec<Threat>, threat: Threat, chance: f64| {
            let part = |threat: Threat| Threat {
                fires: threat.fires * chance,
                hits: threat.hits * chance,
                knocks_out: threat.knocks_out * chance,
                does: Vec::new(),
                ..threat
            };
            match all.iter_mut().find(|known| known.spot == threat.spot) {
                Some(known) => {
                    known.fires += threat.fires * chance;
                    known.hits += threat.hits * chance;
                    known.knocks_out += threat.knocks_out * chance;
                }
                None => all.push(part(threat)),
            }
        };
        let (_, complete) = each_fall(&self.session, seat, choice, MOST_AFTER, |_, game, chance| {
            for threat in find(game, self.session.data(), seat) {
                add(&mut all, threat, chance);
            }
        });
        Threat::sort(&mut all);
        complete.then_some(all)
    }

    fn instead(&self, seat: Seat) -> Vec<String> {
        let Ok(question) = self.question(seat) else { return Vec::new() };
        (self.aids.instead)(self.session.working(), self.session.data(), seat, question.ask)
    }

    fn undo_refused(&self, seat: Seat) -> Option<String> {
        self.session.undo_refused(seat).map(|refusal| self.refused(&refusal).message)
    }

    fn has_story(&self) -> bool {
        self.aids.story.is_some()
    }

    fn advise_within(&self, seat: Seat, playouts: u32, seed: u64, limit: &Limit) -> Result<Vec<Advice>, Problem> {
        self.question(seat)?;
        Adviser(self.bots, self.aids.outlooks).advise(&self.session, seat, playouts, seed, limit)
    }

    fn advise_soon(
        &self,
        seat: Seat,
        playouts: (u32, u32),
        seed: u64,
        limits: (&Limit, &Limit),
    ) -> Result<Vec<Advice>, Problem> {
        self.question(seat)?;
        Adviser(self.bots, self.aids.outlooks).race(&self.session, seat, playouts, seed, limits)
    }

    fn stand_ins(&self, policy: &str) -> Vec<&'static str> {
        self.bots.stand_ins(policy)
    }

    fn auto_within(
        &mut self,
        policy: &str,
        seat: Option<Seat>,
        until: Until,
        most: Option<u64>,
        limit: &Limit,
    ) -> Result<Autoplay, Problem> {
        let make = find(self.bots, policy)?;
        let first = match (seat, self.session.pending().first()) {
            (Some(seat), _) => seat,
            (None, Some(Pending::Choice { seat, .. })) => *seat,
            (None, _) => Seat(0),
        };
        self.question(first)?;
        // A policy that plays one seat must not be moved by what another does in private.
        let viewer = seat.map_or(Viewer::Record, Viewer::Seat);
        let mark = self.session.mark(viewer);
        let mut player = match self.player.take() {
            Some(player) if player.name == policy && (player.viewer, player.mark) == (viewer, mark) => {
                Some(player.policy)
            }
            _ => None,
        };
        if let Some(player) = &mut player {
            player.hurry(limit);
        }
        let (begun, most) = (self.session.begun(), most.unwrap_or(DEFAULT_LIMIT));
        let (mut played, mut mistakes) = (Autoplay::default(), 0);
        while played.answers < most {
            let asked = self.session.pending().iter().find_map(|pending| match pending {
                Pending::Choice { seat: asked, .. } if seat.is_none_or(|seat| seat == *asked) => Some(*asked),
                _ => None,
            });
            let Some(who) = asked else { break };
            if limit.is_over() {
                played.late = true;
                break;
            }
            let decided = if mistakes < MOST_MISTAKES {
                let thinker = player.get_or_insert_with(|| self.made(make, viewer, limit));
                self.decided(who, &mut **thinker)
            } else {
                None
            };
            let choice = match decided {
                Some(choice) => choice,
                None => {
                    // Who went wrong once is made anew.
                    (player, mistakes) = (None, mistakes + 1);
                    let (name, choice) = self.decided_instead(who, policy, limit).ok_or_else(Problem::broken)?;
                    played.instead = Some(name);
                    choice
                }
            };
            if limit.is_canceled() {
                played.late = true;
                break;
            }
            if self.session.choose(who, choice).is_err() {
                break;
            }
            if played.answers == 0 {
                self.begin_news();
            }
            self.add_news();
            played.answers += 1;
            if until == Until::Decision || (until == Until::Step && self.session.begun() != begun) {
                break;
            }
        }
        if played.answers == 0 {
            self.no_news();
        }
        // One who picks at random is about nothing.
        if (until == Until::Decision || played.answers == most || played.late) && policy != RANDOM {
            let mark = self.session.mark(viewer);
            self.player = player.map(|thinker| Playing { name: policy.into(), viewer, mark, policy: thinker });
        }
        Ok(played)
    }

    fn state(&self) -> Value {
        plain(self.session.checkpoint())
    }

    fn arrange(&mut self, state: &Json) -> Result<(), Problem> {
        let game: G = state.read("state").map_err(|bad| match bad {
            BadSave::Damaged { at, why, .. } => Problem::bad_state(why).at(at),
            other => Problem::bad_state(other.to_string()),
        })?;
        let old = self.session.dice();
        let mut dice = DiceBox::new(old.seed(), old.mode.clone()).with_secret(old.secret());
        dice.script.clone_from(&old.script);
        dice.scripted = old.scripted;
        let session = Session::arranged(self.session.setup().clone(), self.session.data(), dice, game)
            .map_err(|invalid: Invalid| Problem::invalid(Code::BadState, "state", &invalid))?;
        self.session = session;
        *self.unkept.get_mut() = Unkept::since(0);
        self.take_news();
        Ok(())
    }

    fn head(&self) -> SaveHead {
        self.session.head(&self.files)
    }

    fn save(&self) -> Save {
        self.session.save(&self.files)
    }

    fn history_len(&self) -> usize {
        self.session.history().len()
    }

    fn history_from(&self, n: usize) -> Vec<String> {
        self.session.history().iter().skip(n).map(Entry::to_string).collect()
    }

    fn fallen_again(&self, n: usize) -> Vec<Throw> {
        let throws = self.session.history().iter().skip(n).filter_map(Entry::throw);
        throws.filter(|throw| throw.source == Source::Kept).cloned().collect()
    }

    fn step(&self) -> usize {
        self.session.begun().ticks()
    }

    fn checkpoint(&self) -> String {
        save::text_of(self.session.checkpoint())
    }

    fn log(&self, from: usize) -> Vec<EventLine> {
        if from >= self.session.told() {
            return Vec::new();
        }
        let log = self.session.log();
        let (before, rest) = log.split_at(from.min(log.len()));
        self.lines(rest, Heard::default().and(before))
    }

    fn news(&self) -> Vec<EventLine> {
        self.words()
    }

    fn told(&self) -> usize {
        self.session.told()
    }

    fn told_lines(&self, from: usize) -> Vec<ToldLine> {
        let data = self.session.data();
        if let Some(held) = self.unkept.borrow().held_from(from) {
            // Mostly it is just what has been told last.
            if from == self.news_from.by(Viewer::Record) && held.len() == self.news.len() {
                let lines = self.words();
                let told = held.iter().zip(&lines).map(|((after, _), line)| ToldLine::of(*after, line));
                let told = told.collect();
                *self.worded.borrow_mut() = Some((self.session.history().len(), lines));
                return told;
            }
            let line = |(after, told): &(usize, Told<G>)| {
                ToldLine::of(
                    *after,
                    &EventLine::of::<G>(Heard::default(), self.session.working(), data, self.aids, told),
                )
            };
            return held.iter().map(line).collect();
        }
        let given = self.moments();
        let line =
            |event: &EventLine| ToldLine::of(given.partition_point(|told| told.by(Viewer::Record) <= event.n), event);
        self.log(from).iter().map(line).collect()
    }

    fn told_as_kept(&self) -> usize {
        self.unkept.borrow().same
    }

    fn told_is_kept(&self) {
        *self.unkept.borrow_mut() = Unkept::since(self.session.told());
    }

    fn heard(&self) -> Heard {
        self.session.heard()
    }

    fn mark(&self, viewer: Viewer) -> u64 {
        self.session.mark(viewer)
    }

    fn answered(&self) -> usize {
        self.session.tape().answered()
    }

    fn answers(&self) -> Vec<(Seat, String)> {
        let answer = |entry: Entry<G::Choice>| match entry {
            Entry::Answer { seat, choice } => Some((seat, choice.to_string())),
            _ => None,
        };
        self.session.tape().entries().into_iter().filter_map(answer).collect()
    }

    fn moments(&self) -> Vec<Heard> {
        crate::moments::moments(&self.session)
    }

    fn after(&self, answers: usize) -> Box<dyn Match> {
        Box::new(Hosted::new(self.session.after(answers), self.files.clone(), self.bots).with_aids(self.aids))
    }

    fn duplicate(&self) -> Box<dyn Match> {
        Box::new(Hosted {
            session: self.session.clone(),
            files: self.files.clone(),
            bots: self.bots,
            aids: self.aids,
            news: self.news.clone(),
            news_from: self.news_from,
            unkept: self.unkept.clone(),
            worded: RefCell::default(),
            usual: self.usual.clone(),
            player: self
                .player
                .as_ref()
                .filter(|player| player.mark == self.session.mark(player.viewer))
                .map(Playing::copy),
        })
    }

    fn no_chart<'a>(&self, mode: &'a DiceMode) -> Option<&'a str> {
        let DiceMode::Charts(charts) = mode else { return None };
        let sheets = G::sheets(self.session.data());
        // A roll without a chart goes by its rule.
        let known = |id: &str| sheets.iter().any(|sheet| sheet.id == id) || !G::ledger().look_up(id).is_empty();
        charts.iter().map(String::as_str).find(|id| !known(id))
    }

    fn set_dice(&mut self, mode: DiceMode) {
        let dice = self.session.dice_mut();
        dice.mode = mode;
        dice.scripted = false;
        self.look_for_dice();
    }

    fn dice_mode(&self) -> DiceMode {
        self.session.dice().mode.clone()
    }

    fn add_script(&mut self, faces: &[u8]) -> Result<(), Problem> {
        check_script(faces).map_err(|problem| {
            let at = below("faces", problem.at.as_deref().unwrap_or_default());
            problem.at(at)
        })?;
        self.session.dice_mut().script.extend(faces);
        self.look_for_dice();
        Ok(())
    }
}
