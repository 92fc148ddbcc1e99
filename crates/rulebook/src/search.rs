//! Search over the entries of a book: every word must occur, and where it occurs decides the rank.

use crate::Entry;

/// The entries that hold every word of the query, best first; equals keep the order of the book.
pub(crate) fn search<'a>(entries: &'a [Entry], query: &str) -> Vec<&'a Entry> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut hits: Vec<(u32, &Entry)> =
        entries.iter().filter_map(|entry| Some((rank(entry, &words)?, entry))).collect();
    hits.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    hits.into_iter().map(|(_, entry)| entry).collect()
}

/// The sum over the words of the best place each is found in; nothing if a word is missing.
fn rank(entry: &Entry, words: &[String]) -> Option<u32> {
    let page = Page::of(entry);
    words.iter().map(|word| page.weigh(word)).sum()
}

/// An entry in small letters, as the search sees it.
struct Page {
    id: String,
    title: String,
    section: String,
    statement: String,
    reading: String,
}

impl Page {
    fn of(entry: &Entry) -> Page {
        let lower = |text: Option<&str>| text.unwrap_or_default().to_lowercase();
        Page {
            id: lower(Some(entry.id.as_str())),
            title: lower(entry.title.as_deref()),
            section: lower(entry.section.as_deref()),
            statement: lower(Some(&entry.statement)),
            reading: lower(entry.reading.as_deref()),
        }
    }

    fn weigh(&self, word: &str) -> Option<u32> {
        let places = [
            (1000, self.id == word),
            (200, self.id.starts_with(word)),
            (100, self.id.split('-').any(|part| part == word)),
            (60, holds_word(&self.title, word)),
            (40, holds_word(&self.statement, word)),
            (20, holds_word(&self.reading, word)),
            (15, holds_word(&self.section, word)),
            (10, self.id.contains(word) || self.title.contains(word) || self.statement.contains(word)),
            (5, self.reading.contains(word)),
            (3, self.section.contains(word)),
        ];
        places.into_iter().find(|(_, found)| *found).map(|(weight, _)| weight)
    }
}

fn holds_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use crate::Book;

    fn ids(query: &str) -> Vec<String> {
        let text = "# 1 - Moves\n\n## Wheels\n\n\
            - BB-COST-01 [L3] Demo orders cost a pig.\n\
            - BB-DEMO-02 [L2] Wheeling friends.\n  - reading: the pivot stays.\n\
            - BB-DEMO-01 [L1] A wheel costs distance.\n";
        let book = Book::parse("blood-and-blades", &[("1-moves.md", text)]).unwrap();
        book.search(query).iter().map(|entry| entry.id.to_string()).collect()
    }

    #[test]
    fn an_exact_id_comes_first() {
        assert_eq!(ids("bb-demo-02"), ["BB-DEMO-02"]);
        assert_eq!(ids("demo"), ["BB-DEMO-02", "BB-DEMO-01", "BB-COST-01"]);
    }

    #[test]
    fn every_word_must_occur_and_case_does_not_matter() {
        assert_eq!(ids("COST pig"), ["BB-COST-01"]);
        assert_eq!(ids("cost elephant"), Vec::<String>::new());
        assert_eq!(ids("  "), Vec::<String>::new());
    }

    #[test]
    fn a_whole_word_beats_a_part_and_sections_and_readings_count() {
        assert_eq!(ids("wheel"), ["BB-DEMO-01", "BB-DEMO-02", "BB-COST-01"]);
        assert_eq!(ids("pivot"), ["BB-DEMO-02"]);
    }
}
