//! The start page: it loads, shows its title, and nothing of it is refused by the server's policy.

use aelian_browser_tests::in_browser;

#[test]
fn the_start_page_loads_and_shows_its_title() {
    in_browser("start_page", async |browser| {
        browser.open("/").await;
        assert!(browser.title().await.contains("Aelian"), "{}", browser.title().await);
        browser.find("start").await;
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
