import type { CriteriaContext } from '../../../../src/domain/criteria/criteria.ts'

/** A generator of numbers from 0 to 1, the same for the same seed. */
export function randomFrom(start: number): () => number {
  let state = start | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const INTS =
  '0 1 7 8 0x1F 2024 9007199254740991 vehicle.age vehicle.year deal.financeTermMonths vehicle.odometer'.split(
    ' ',
  )
const DOUBLES = '1.5 .5 0.0 100.0 1e3 2.5e-3 deal.price deal.msrp deal.ltv deal.apr item.purchasePrice'.split(
  ' ',
)

/** Draws texts that are rules, nearly rules, and noise. */
export class CriteriaTexts {
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  of<Item>(...items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item // There is at least one.
  }

  #space = () => this.of('', '', ' ', ' ', '  ', '\n', ' // why\n')
  #around = (text: string) => (this.below(6) === 0 ? `(${this.#space()}${text}${this.#space()})` : text)

  int(depth: number): string {
    const leaf = () => this.of(...INTS)
    if (depth <= 0) return leaf()
    const inner = () => this.int(depth - 1)
    return this.#around(
      this.of(
        leaf,
        leaf,
        () => `-${this.#around(leaf())}`,
        () => `(${inner()}${this.#space()}${this.of('+', '-', '*', '/', '%')}${this.#space()}${inner()})`,
        () => `${leaf()} ${this.of('+ ', '- ', '* ')}${leaf()} ${this.of('+', '/', '%')} ${leaf()}`,
        () => `size(${this.string(depth - 1)})`,
        () => `int(${this.double(depth - 1)})`,
        () => `(${this.truth(depth - 1)} ? ${inner()} : ${inner()})`,
      )(),
    )
  }

  double(depth: number): string {
    const leaf = () => this.of(...DOUBLES)
    if (depth <= 0) return leaf()
    const inner = () => this.double(depth - 1)
    return this.#around(
      this.of(
        leaf,
        leaf,
        () => `-${this.#around(leaf())}`,
        () => `(${inner()}${this.#space()}${this.of('+', '-', '*', '/')}${this.#space()}${inner()})`,
        () => `double(${this.int(depth - 1)})`,
      )(),
    )
  }

  string(depth: number): string {
    const leaf = (): string =>
      this.of(
        "''",
        "'FORD'",
        '"LOTUS"',
        "'it\\'s'",
        'r"a\\b"',
        "'''x'''",
        '"é\\u00e9😀"',
        'vehicle.make',
        'vehicle.trim',
        'deal.saleDate',
        'deal["state"]',
        'dealer.number',
      )
    if (depth <= 0) return leaf()
    return this.#around(
      this.of(
        leaf,
        leaf,
        () => `(${this.string(depth - 1)} + ${this.string(depth - 1)})`,
        () => `string(${this.int(depth - 1)})`,
      )(),
    )
  }

  any(): string {
    return this.of(
      'contract.months',
      'contract.name',
      'contract.isOpen',
      'contract.tags',
      'claim.lines[0].amount',
      "contract['odd name']",
      'contract.nothing',
      'claim.constructor',
    )
  }

  list(item: () => string): string {
    return `[${Array.from({ length: this.below(4) }, item).join(`,${this.#space()}`)}]`
  }

  leaf(depth: number): string {
    const kind = this.of('int', 'double', 'string', 'any') as 'int' | 'double' | 'string' | 'any'
    const value = () =>
      kind === 'any'
        ? this.of(
            () => this.any(),
            () => this.int(0),
            () => this.string(0),
          )()
        : this[kind](depth)
    const left = kind === 'any' ? this.any() : this[kind](depth)
    const number = () =>
      this.of(
        () => this.int(depth),
        () => this.double(depth),
      )()
    const right = kind === 'int' || kind === 'double' ? number : value
    return this.of(
      () => `${left}${this.#space()}${this.of('==', '!=', '<', '<=', '>', '>=')}${this.#space()}${right()}`,
      () => `${left} ${this.of('==', '<=')} ${right()}`,
      () => `${left} in ${kind === 'any' ? 'contract.tags' : this.list(right)}`,
      () =>
        `${this.of(this.string(depth), 'contract.name')}.${this.of('startsWith', 'endsWith', 'contains')}(${this.string(depth)})`,
      () =>
        `has(${this.of('vehicle.trim', 'vehicle.make', 'contract.name', 'claim.lines', 'contract.nothing')})`,
      () => this.of('true', 'false', 'contract.isOpen'),
    )()
  }

  truth(depth: number): string {
    if (depth <= 0) return this.leaf(0)
    const inner = () => this.truth(depth - 1)
    const chain = (sign: string) =>
      Array.from({ length: 2 + this.below(3) }, () => `(${inner()})`).join(
        `${this.#space()}${sign}${this.#space()}`,
      )
    return this.of(
      () => this.leaf(depth - 1),
      () => chain('&&'),
      () => chain('||'),
      () => `${this.leaf(0)} && ${this.leaf(0)} || ${this.leaf(0)}`,
      () => `!(${inner()})`,
      () => `(${inner()}) == (${inner()})`,
      () => `(${inner()}) ? (${inner()}) : ${inner()}`,
    )()
  }

  noise(): string {
    const pieces = [
      'vehicle',
      '.',
      'age',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '&&',
      '||',
      '!',
      '-',
      '?',
      ':',
      ',',
      "'",
      '"',
      '\\',
      '`',
      'in',
      'has',
      'matches',
      'map',
      'null',
      '__proto__',
      'constructor',
      '0x',
      '1e',
      '9'.repeat(30),
      '\u0000',
      '\ud800',
      '😀',
      'é',
      '/',
      '//',
      '\n',
      ' ',
      '=',
      '<',
      '#',
      '$',
      'r"',
      "b'",
      "'''",
      '\\u',
      '%',
    ]
    const character = () => String.fromCharCode(this.below(this.of(128, 0x3000, 0x10000)))
    const length = this.of(3, 10, 60, 400)
    const text = Array.from({ length: this.below(length) }, () =>
      this.below(4) === 0 ? character() : this.of(...pieces),
    ).join('')
    return this.below(50) === 0 ? text.repeat(this.below(200)) : text
  }

  mutated(): string {
    let text = this.truth(this.below(3))
    for (let times = 1 + this.below(4); times > 0; times -= 1) {
      const at = this.below(text.length + 1)
      const cut = this.below(4)
      text =
        text.slice(0, at) +
        this.of('', this.noise().slice(0, 6), text.slice(at, at + 20)) +
        text.slice(at + cut)
    }
    return text
  }

  nested(): string {
    const [open, close] = this.of(
      ['(', ')'],
      ['[', ']'],
      ['!', ''],
      ['-', ''],
      ['!(', ')'],
      ['true ? true : ', ''],
      ['true || (', ')'],
      ['size(', ')'],
      ['1 in [', ']'],
    ) as [string, string]
    const levels = this.of(5, 19, 20, 21, 22, 300, 1_300)
    return (
      open.repeat(levels) +
      this.of(this.leaf(0), '', 'true', '1') +
      close.repeat(this.below(8) === 0 ? 3 : levels)
    )
  }

  next(): string {
    const kind = this.below(10)
    if (kind < 4) return this.truth(this.below(4))
    if (kind < 7) return this.mutated()
    if (kind < 8) return this.nested()
    return this.noise()
  }
}

/** Contexts with no values, with nearly all values, and with unusual values. */
export const criteriaContexts: readonly CriteriaContext[] = [
  {},
  {
    vehicle: { year: 2024, age: 8, odometer: 12_000, make: 'FORD', trim: 'XLT' },
    deal: {
      price: 30_000.5,
      msrp: 0,
      ltv: 100,
      apr: 6.9,
      financeTermMonths: 60,
      saleDate: '2024-03-15',
      state: 'TX',
    },
    dealer: { number: 'D1001' },
    item: { purchasePrice: 1.5 },
    contract: { months: 60, name: 'FORD', isOpen: true, tags: ['FORD', 7, true], 'odd name': 1.5 },
    claim: { lines: [{ amount: 100 }] },
  },
  {
    vehicle: { age: 7, make: 'LOTUS', trim: null },
    deal: { msrp: 100, price: 100 },
    contract: { months: 'x', isOpen: 'yes', tags: { FORD: 1 }, name: 5 },
    claim: { lines: [] },
  },
]
