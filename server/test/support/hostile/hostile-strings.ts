// Texts that break programs that misread them: quotes, commands, formulas, terminators.

export interface HostileString {
  readonly name: string
  readonly text: string
}

/** A family of texts, each named by the family and the text, or by its own name. */
const family = (of: string, texts: readonly string[] | Readonly<Record<string, string>>): HostileString[] =>
  Array.isArray(texts)
    ? texts.map((text: string) => ({ name: `${of}: ${text}`, text }))
    : Object.entries(texts).map(([name, text]) => ({ name: `${of}: ${name}`, text }))

/** Each character once: in the middle, at the beginning or at the end of a word in turn. */
function characters(of: string, codes: readonly number[]): HostileString[] {
  return codes.map((code, at) => {
    const sign = String.fromCodePoint(code)
    const text = [`be${sign}fore`, `${sign}begin`, `end${sign}`][at % 3] ?? ''
    return { name: `${of}: U+${code.toString(16).toUpperCase().padStart(4, '0')}`, text }
  })
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

export const hostileStrings: readonly HostileString[] = [
  { name: 'nothing', text: '' },
  ...characters('control character', [...range(0x01, 0x1f), 0x7f, 0x80, 0x85, 0x9f]),
  ...characters('direction', [0x061c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]),
  ...characters(
    'invisible',
    [0x00ad, 0x034f, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2064, 0xfeff, 0xe0041],
  ),
  ...characters('white space', [0x20, 0xa0, 0x1680, 0x2003, 0x2028, 0x2029, 0x202f, 0x3000]),
  ...characters('no character', [0xfdd0, 0xfffe, 0xffff, 0x1fffe, 0x10ffff]),
  ...characters('private or replacing', [0xe000, 0xf8ff, 0xfffd, 0x10fffd]),

  ...family('quote', ["'", '"', '`', "''", '""', "\\'", '\\"', '‘’“”', '«»', "it's", '"quoted"', '""",""']),
  ...family('white space', { one: ' ', several: '   ', around: '  padded  ', breaks: 'two\nlines\r\nthree' }),

  ...family('SQL', [
    "'; drop table account_holder; --",
    "' or '1'='1",
    "'); delete from app_user; --",
    '1; select pg_sleep(10)',
    "x' union select null, version() --",
    '$$; drop schema platform cascade; $$',
    '$1',
    '$2::int',
    "\\'; truncate audit_record; --",
    "E'\\\\x00'",
    "U&'\\0041'",
    '/* comment */',
    '-- comment',
    ':name',
    '?',
    '??',
    '\\N',
    '\\.',
  ]),
  ...family('search sign', ['%', '_', '\\', '%%', '100%', '\\%', 'a_b', '*', '.*', '[a-z]+', '(a+)+$', '^$']),

  ...family('HTML', [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    '</textarea><script>alert(1)</script>',
    '<!--',
    ']]>',
    '&lt;b&gt;',
    '&amp;&#0;&#x3c;',
    '<a href="javascript:alert(1)">x</a>',
    'javascript:alert(1)',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ]),
  ...family('template', [
    '{{7*7}}',
    '{{constructor.constructor("return 1")()}}',
    '#{7*7}',
    '<%= 7*7 %>',
    '{% debug %}',
    '%{7*7}',
    '{{code}}',
    // Concatenated, so that the linter does not take them for a template.
    ...['{7*7}', '{jndi:ldap://127.0.0.1/a}', '{{7*7}}'].map((text) => `$${text}`),
  ]),
  ...family('shell', [
    '$(id)',
    '`id`',
    '; rm -rf / #',
    '| cat /etc/passwd',
    '&& reboot',
    '> /dev/null',
    '$HOME',
    '%PATH%',
    '!!',
    '~',
    '() { :;}; echo x',
  ]),
  ...family('formula', {
    equals: '=1+1',
    plus: '+1+1',
    minus: '-1+1',
    at: '@SUM(A1)',
    tab: '\t=1+1',
    return: '\r=1+1',
    command: "=cmd|'/c calc'!A0",
    link: '=HYPERLINK("http://127.0.0.1","x")',
    'after a quote': "'=1+1",
    'after a space': ' =1+1',
    'after a comma': 'x,=1+1',
    'full width': '＝1+1',
  }),
  ...family('path', [
    '../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '%2e%2e%2f%2e%2e%2f',
    '....//....//',
    '/etc/passwd',
    'C:\\con\\con',
    '\\\\127.0.0.1\\share',
    'file:///etc/passwd',
    '.',
    '..',
    'name.png%00.txt',
    'http://169.254.169.254/',
  ]),
  ...family('header', {
    'new line': 'x\r\nSet-Cookie: a=b',
    body: 'x\r\n\r\n<html>',
    encoded: 'x%0d%0aa: b',
  }),
  ...family('JSON', [
    '{"a":1}',
    '[]',
    '{}',
    '{"$ne":null}',
    '\\u0000',
    '\\ud800',
    '"\\"',
    '{"__proto__":{"isAdmin":true}}',
    ']}',
  ]),
  ...family('name of the language', [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'toJSON',
    'then',
    'length',
    'undefined',
    'null',
    'true',
    'false',
    'None',
    'nil',
  ]),
  ...family('number', [
    '0',
    '-0',
    '007',
    '1e309',
    'NaN',
    'Infinity',
    '-Infinity',
    '0x1F',
    '1,000.00',
    '9007199254740993',
    '99999999999999999999999999',
    '1.7976931348623159e308',
    '١٢٣',
    '½',
    '1_000',
  ]),
  ...family('date', [
    '2024-02-30',
    '0000-00-00',
    '1970-01-01',
    '2024-03-15T15:00:00Z',
    '10000-01-01',
    '01/02/03',
    'now',
    'today',
    'epoch',
    '24:00:00',
  ]),
  ...family('format', ['%s%s%s%n', '%d', '%x', '%99999999s', '{0}', '{}{}', '%(name)s', '\\x41', '\\101']),
  ...family('query', [
    '*)(uid=*))(|(uid=*',
    "' or count(/*)>0 or '",
    '{"query":"{__schema{types}}"}',
    'a=b&c=d#e',
  ]),

  ...family('letters', {
    composed: 'Amélie Å',
    decomposed: 'Ame\u0301lie A\u030a',
    'kelvin and angstrom': '\u212a\u212b',
    ligatures: 'ﬁ ﬀ ĳ',
    German: 'Straße STRASSE ẞ',
    Turkish: 'İstanbul ısparta Iğdır',
    Greek: 'ΟΔΥΣΣΕΥΣ Οδυσσεύς',
    Arabic: 'مرحبا بالعالم',
    Hebrew: 'שָׁלוֹם',
    Thai: 'กำ',
    Hangul: '한글 \u1112\u1161\u11ab',
    'beyond the first plane': '𠜎𝒜𐍈',
    'many marks': `e${'\u0301'.repeat(60)}`,
    'marks everywhere': [...'hostile'].map((sign) => `${sign}\u0334\u035b\u0321`).join(''),
    'a mark alone': '\u0301',
  }),
  ...family('homograph', {
    Cyrillic: 'аdmin',
    Greek: 'αdmin',
    'full width': 'ａｄｍｉｎ',
    mathematical: '𝐚𝐝𝐦𝐢𝐧',
    'with nothing inside': 'ad\u200bmin',
    'turned around': '\u202enimda',
  }),
  ...family('emoji', {
    one: '😀',
    family: '👩‍👩‍👧‍👦',
    flag: '🇩🇪',
    'skin colour': '👍🏽',
    'key cap': '1️⃣',
    'half a flag': '🇩',
    Wales: '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
    'many of them': '😀'.repeat(90),
  }),
  ...family('long', {
    'as long as a name may be': 'n'.repeat(200),
    'longer than a name': 'n'.repeat(201),
    'ten thousand characters': 'x'.repeat(10_000),
    'ten thousand emoji': '😀'.repeat(10_000),
    'ten thousand lines': '\n'.repeat(10_000),
    'ten thousand quotes': '"'.repeat(10_000),
    'a word of five thousand': 'Donaudampfschiff'.repeat(313),
    'more than notes take': 'y'.repeat(20_001),
  }),

  ...family('cannot be stored', {
    'U+0000': '\u0000',
    'U+0000 inside': 'a\u0000b',
    'U+0000 at the end': 'name.png\u0000',
    'the first half of a pair': 'a\ud83d',
    'the second half of a pair': '\ude00a',
    'a pair turned around': '\ude00\ud83d',
    'half a pair between whole ones': '😀\ud83d😀',
  }),
]

/** Whether a text may be stored: PostgreSQL can, and it reads in the order in which it is stored. */
export const isStorable = (text: string) =>
  !text.includes('\u0000') &&
  text.isWellFormed() &&
  !/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text)

/** Whether there is something in a text, but nothing to see. */
export const looksEmpty = (text: string) =>
  text !== '' && [...text].every((sign) => /[\p{Z}\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u.test(sign))

/** A text as it is exported, so that a spreadsheet does not run it. */
export const inExport = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
