use hulldown_kit::scene::set;

#[test]
fn a_list_is_one_part() {
    let mut state = ([1, 2], "a".to_string(), Some(3));
    set(&mut state, "0 = [4, 5], 1 = 9, 2 = null");
    assert_eq!(state, ([4, 5], "9".to_string(), None));
    let mut loaded = [Some("ap".to_string())];
    set(&mut loaded, "0 = null");
    assert_eq!(loaded, [None]);
}

#[test]
#[should_panic(expected = "there is no hull")]
fn what_is_not_there_cannot_be_changed() {
    set(&mut [1, 2], "hull = 3");
}
