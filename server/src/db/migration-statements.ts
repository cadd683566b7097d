// Migrations are files of plain SQL. A cluster takes them only in small pieces: one statement a text, one subcommand an
// ALTER TABLE, a column without its key or check, one object a DROP. The files stay as they are, and this splits them. The
// schema is the same either way, down to the names that PostgreSQL gives to constraints; a test compares the two.

/** The statements of a migration, in their order, each as small as a cluster takes it. */
export function migrationStatements(file: string): string[] {
  return splitAt(file, ';').flatMap(splitStatement)
}

function splitStatement(statement: string): string[] {
  const alter = /^alter\s+table\s+(?:only\s+)?(\S+)\s+/i.exec(statement)
  if (alter?.[1]) return splitAlter(alter[1], statement.slice(alter[0].length))
  const drop = /^drop\s+(?:index|table|view|sequence)\s+(?:if\s+exists\s+)?/i.exec(statement)
  if (drop) {
    const [, names = '', how = ''] =
      /^(.*?)(\s+(?:cascade|restrict))?$/is.exec(statement.slice(drop[0].length)) ?? []
    return splitAt(names, ',').map((name) => `${drop[0]}${name}${how}`)
  }
  return [statement]
}

function splitAlter(table: string, subcommands: string): string[] {
  return splitAt(subcommands, ',').flatMap((subcommand) => {
    const added = ADDED_COLUMN.exec(subcommand)
    const parts = added ? splitColumn(table, subcommand.slice(added[0].length)) : [subcommand]
    return parts.map((part) => `alter table ${table} ${part}`)
  })
}

const ADDED_COLUMN =
  /^add\s+(?!constraint\b|check\b|foreign\b|unique\b|primary\b|exclude\b)(?:column\s+)?(?=\S)/i

/** A column, and then what it must fulfill, under the names that PostgreSQL would give. A cluster would give others. */
function splitColumn(table: string, definition: string): string[] {
  const words = wordsOf(definition)
  const [name = ''] = words
  const column: string[] = []
  const constraints: string[] = []
  const addConstraint = (kind: string, what: string) =>
    constraints.push(`add constraint ${table.replace(/^.*\./, '')}_${name}_${kind} ${what}`)
  for (let word = words.shift(); word !== undefined; word = words.shift())
    switch (word.toLowerCase()) {
      case 'check':
        addConstraint('check', `check ${words.shift()}`)
        break
      case 'references':
        addConstraint('fkey', `foreign key (${name}) references ${words.shift()} ${words.shift()}`)
        break
      case 'unique':
        addConstraint('key', `unique (${name})`)
        break
      case 'primary':
      case 'constraint':
      case 'on':
      case 'deferrable':
        throw new Error(
          `A migration adds ${name} with “${word}”. Add its constraint in a statement of its own.`,
        )
      default:
        column.push(word)
    }
  return [`add column ${column.join(' ')}`, ...constraints]
}

/** Words, literals, and parentheses with all that is in them; signs between them stay with their neighbors. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  let word = ''
  let depth = 0
  const end = () => {
    if (word !== '') words.push(word)
    word = ''
  }
  for (const token of tokensOf(text)) {
    if (isComment(token) || (depth === 0 && /^\s+$/.test(token))) {
      if (depth === 0) end()
      continue
    }
    // The length of a type, as in `numeric(9)`, is part of its word. A condition or a list of columns stands alone.
    if (token === '(' && depth === 0 && isClause(word, words)) end()
    word += token
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (token === ')' && depth === 0) end()
  }
  end()
  return words
}

/** Whether a parenthesis after this begins a clause: `check (…)`, `check(…)`, `references dealer(id)`. */
const isClause = (word: string, words: readonly string[]) =>
  /^check$/i.test(word) || /^references$/i.test(words.at(-1) ?? '')

/** The parts between separators outside of parentheses, literals and comments; without comments around them. */
function splitAt(text: string, separator: ';' | ','): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  for (const token of tokensOf(text)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (token === separator && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else if (!isComment(token)) part += token
  }
  return [...parts, part.trim()].filter((one) => one !== '')
}

const isComment = (token: string) => token.startsWith('--') || token.startsWith('/*')

/** Comments, quoted texts and names, texts in dollars, white space, words, and every other sign by itself. */
const tokensOf = (text: string): string[] =>
  text.match(
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|\s+|[\w.]+|[\s\S]/g,
  ) ?? []
