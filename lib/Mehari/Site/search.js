// Finds the sections that say most about the words of a query, the best first.
// A query may be a line of a log: words that are nowhere count for nothing, and
// rare words for more than common ones. The data (sections: address, page,
// heading, text) comes from search-index.js.
'use strict';

const MOST = 40;
const AROUND = 90;
const LEAST = 0.3;    // of the weight of all words, for a section to be shown

// The first pattern that an address has gives its weight: pages about mehari
// itself are what few are looking for.
const WEIGHTS = [
    [/^(?:changes|contributing|internals|architecture|style|search)\./, 0.3],
    [/^modules\/Mehari-/, 0.3],
    [/^(?:modules\/|mehari|benchmarks|performance|examples)/, 0.7],
    [/^(?:from-|troubleshooting|operators)/, 1.3],
    [/^/, 1],
];

const weightOf = (address) =>
    WEIGHTS.find(([pattern]) => pattern.test(address))[1];

// Phrases of the log that the page of a message has: "..." is anything.
const phrases = sections.map(([, , , text]) => {
    const all = text.match(/In the log\. "(.*?)" Cause\./)?.[1] ?? '';
    return all.toLowerCase().split('", "').filter(Boolean)
        .map((phrase) => phrase.split('...').map((part) => part.trim()));
});

const lower = sections.map((section) =>
    section.slice(1).map((part) => part.toLowerCase()));

function wordsOf(query) {
    const words = query.toLowerCase().split(/[\s"'`,;()[\]{}<>|=]+/)
        .map((word) => word.replace(/^[.:]+|[.:!?]+$/g, ''))
        .filter((word) => word.length > 1 && !/^\d{1,2}$/.test(word));
    return [...new Set(words)];
}

// A short word stands by itself; a longer one may be a part of another.
function patternOf(word) {
    const plain = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    const start = /^\w/.test(word) ? '(?<![a-z0-9_])' : '';
    const end = word.length < 4 && /\w$/.test(word) ? '(?![a-z0-9_])' : '';
    return new RegExp(start + plain + end, 'g');
}

// Weight of a word: 0 if no section has it, much if few have it.
function weigh(pattern) {
    const count = lower.filter((parts) =>
        parts.some((part) => part.search(pattern) >= 0)).length;
    return count ? Math.log(1 + lower.length / count) : 0;
}

function frequency(parts, { word, pattern }) {
    const [page, heading, text] = parts;
    const times = (text.match(pattern) ?? []).length;
    return (page === word || heading === word ? 8 : 0)
        + (heading.search(pattern) >= 0 ? 2 : 0)
        + (page.search(pattern) >= 0 ? 2 : 0)
        + 2 * times / (times + 2);
}

// Words that follow each other in the query and in the text.
function neighbours(parts, words) {
    const all = parts.join(' ').replace(/["'`,;()[\]{}<>|=:]+/g, ' ')
        .replace(/\s+/g, ' ');
    let found = 0;
    for (let i = 1; i < words.length; i++)
        if (all.includes(`${words[i - 1].word} ${words[i].word}`))
            found += Math.min(words[i - 1].weight, words[i].weight);
    return found;
}

// The characters of a phrase that the query has: all, or none. The query may
// end within the last part: Can't locate X.pm.
function matched(parts, query) {
    let at = 0;
    let sum = 0;
    for (const [n, part] of parts.entries()) {
        const found = query.indexOf(part, at);
        const ends = n && n === parts.length - 1 && found < 0;
        const begun = ends
            ? [...part].findLastIndex((_, i) =>
                i > 1 && query.slice(at).endsWith(part.slice(0, i + 1))) + 1
            : 0;
        if (found < 0 && !begun) return 0;
        at = found < 0 ? query.length : found + part.length;
        sum += found < 0 ? begun : part.length;
    }
    return sum;
}

// The length of the longest phrase that the query has.
function quoted(n, query) {
    return Math.max(0, ...phrases[n].map((parts) => matched(parts, query)));
}

function score(parts, words, whole, address) {
    let sum = 0;
    let had = 0;
    for (const word of words) {
        const value = frequency(parts, word);
        if (value) had += word.weight;
        sum += value * word.weight;
    }
    const part = had / whole;
    if (part < LEAST) return 0;
    const near = words.length > 1 ? neighbours(parts, words) : 0;
    return (sum + 3 * near) * part * part * weightOf(address);
}

// The sections of a query, each a row of the data.
function find(query) {
    const words = wordsOf(query)
        .map((word) => ({ word, pattern: patternOf(word) }))
        .map((word) => ({ ...word, weight: weigh(word.pattern) }))
        .filter(({ weight }) => weight);
    const whole = words.reduce((sum, { weight }) => sum + weight, 0);
    return sections
        .map((section, n) =>
            [100 * quoted(n, query.toLowerCase())
                + score(lower[n], words, whole, section[0]), section])
        .filter(([value]) => value)
        .sort((a, b) => b[0] - a[0])
        .map(([, section]) => section);
}

// Some words of the text around the first one that was looked for.
function excerpt(text, words) {
    const all = text.toLowerCase();
    const at = words.map((word) => all.search(patternOf(word)))
        .find((i) => i >= 0);
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

function show(query) {
    const main = document.querySelector('main');
    const words = wordsOf(query);
    const found = find(query);
    const count = found.length === 1 ? '1 section' : `${found.length} sections`;
    const list = document.createElement('ol');
    list.className = 'found';
    list.append(...found.slice(0, MOST).map((one) => item(one, words)));
    main.append(element('p', !words.length
        ? 'Write words, or a line of the error log, into the field above.'
        : found.length ? `${count} for “${query}”`
            : `No section has words of “${query}”.`), list);
}

if (typeof document !== 'undefined') {
    const query = new URLSearchParams(location.search).get('q') ?? '';
    document.querySelector('input[name=q]').value = query;
    show(query);
}
