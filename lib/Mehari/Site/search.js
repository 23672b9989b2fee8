// Finds the sections that have all words of the query, the best first. The data
// (sections: address, page, heading, text) comes from search-index.js.
'use strict';

const MOST = 40;
const AROUND = 90;

function score(section, words) {
    const [, page, heading, text] = section.map((part) => part.toLowerCase());
    let sum = 0;
    for (const word of words) {
        const inText = text.split(word).length - 1;
        const value = 8 * heading.includes(word) + 4 * page.includes(word)
            + 10 * (heading === word || page === word) + Math.min(inText, 5);
        if (!value) return 0;
        sum += value;
    }
    return sum;
}

// Some words of the text around the first one that was looked for.
function excerpt(text, words) {
    const lower = text.toLowerCase();
    const at = words.map((word) => lower.indexOf(word)).find((i) => i >= 0);
    const from = Math.max(0, (at ?? 0) - AROUND);
    const to = from + 3 * AROUND;
    return (from ? '... ' : '') + text.slice(from, to)
        + (to < text.length ? ' ...' : '');
}

function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
}

function item([address, page, heading, text], words) {
    const made = document.createElement('li');
    const link = element('a', heading ? `${page}: ${heading}` : page);
    link.href = address;
    made.append(link, element('p', excerpt(text, words)));
    return made;
}

const query = new URLSearchParams(location.search).get('q') ?? '';
const words = query.toLowerCase().split(/\s+/).filter(Boolean);
const main = document.querySelector('main');
document.querySelector('input[name=q]').value = query;
if (words.length) {
    const found = sections.map((section) => [score(section, words), section])
        .filter(([value]) => value).sort((a, b) => b[0] - a[0]);
    const count = found.length === 1 ? '1 section' : `${found.length} sections`;
    const list = document.createElement('ol');
    list.className = 'found';
    list.append(...found.slice(0, MOST).map(([, one]) => item(one, words)));
    main.append(element('p', found.length ? `${count} for “${query}”`
        : `Nothing has all words of “${query}”.`), list);
} else {
    main.append(element('p', 'Write one or more words into the field above.'));
}
