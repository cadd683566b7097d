import { describe, expect, test } from 'vitest'
import { letterC1, paymentC1, saidIn } from '../../../test/support/builders/cancel-letters.ts'
import { centsOf } from '../money.ts'
import type { CancelLetter } from './facts.ts'
import { cancelLetter } from './letter.ts'

// What a letter says of where the cancellation stands and of what was paid.

const written = (letter: CancelLetter) => saidIn(cancelLetter(letter))

function expectSaid(letter: CancelLetter, lines: readonly string[]): void {
  expect(written(letter)).toEqual(expect.arrayContaining([...lines]))
}

describe('the status of the request:', () => {
  const quote = { status: 'Quote', validUntil: '2025-10-10' } as const
  const cancel = { number: 'CXL-000045', missing: [], payments: [paymentC1] }
  const cases: readonly [
    name: string,
    more: Partial<CancelLetter>,
    lines: readonly string[],
    never: RegExp | null,
  ][] = [
    [
      'a quote',
      quote,
      [
        'Cancellation quote',
        'You asked what you would get back if your contract were cancelled as of September 10, 2025. The refund would come to $1,364.60.',
        'This is a quote. Your contract remains in force until it is cancelled. The quote is valid until October 10, 2025.',
        'Quote valid until | Oct 10, 2025',
        'The refund would be due 45 days after we receive the notice: by October 25, 2025 if we receive it on September 10, 2025. If it is paid later, 10% of the unpaid amount is owed in addition for each month or part of it after that day.',
        'If you want to cancel, tell us or your dealer by October 10, 2025. The figures hold unless something changes before then, such as a paid claim.',
        'If you want to keep your contract, you do not need to do anything.',
      ],
      null,
    ],
    [
      'a quote that is over',
      { ...quote, status: 'Expired' },
      [
        'The quote has expired; it was valid until October 10, 2025. Your contract remains in force.',
        'If you still want to cancel, ask us or your dealer for a new quote.',
      ],
      /Due by|Paid to|Quote valid until/,
    ],
    [
      'a request that lacks something',
      {
        status: 'NeedsInfo',
        calculation: null,
        cancelOdometer: null,
        missing: ['cancelOdometer', 'document:Other'],
      },
      [
        'We cannot figure your refund yet because information is missing. Your contract remains in force until it is cancelled.',
        'Please send us: the odometer reading on September 10, 2025; a document that shows the reason.',
      ],
      /\$|Odometer \|/,
    ],
    [
      'a request that is approved',
      { status: 'Approved' },
      ['The request is approved and will be processed shortly.'],
      null,
    ],
    [
      'a request that is denied',
      { status: 'Denied', denyReason: 'The contract was sold on.' },
      [
        'The request was denied: The contract was sold on. Your contract remains in force, and no refund is due. The figures below belong to that request.',
        'You do not need to do anything. Your contract continues as before.',
      ],
      /Due by|Paid to|Please send/,
    ],
    [
      'a request that is withdrawn',
      { status: 'Withdrawn', calculation: null },
      ['The request was withdrawn. Your contract remains in force, and no refund is due.'],
      /figures|Due by/,
    ],
    [
      'a cancel',
      { ...cancel, status: 'Active' },
      [
        'Your contract is cancelled',
        'Our reference | CXL-000045',
        'Your contract is cancelled as of September 10, 2025, as you requested. The refund comes to $1,364.60.',
        'First Bank FBO Maria Lopez | By check, mailed to PO Box 9, Dallas, TX 75201 | Due by October 25, 2025 | $1,364.60',
        'If your loan with First Bank is paid off, send us the payoff letter. The refund is then paid to you.',
      ],
      /Please send/,
    ],
    [
      'a request that was carried out',
      { status: 'Executed', requestedBy: 'LienHolder' },
      [
        'Your contract is cancelled as of September 10, 2025, as First Bank requested. The refund comes to $1,364.60.',
      ],
      /Please send/,
    ],
    [
      'a cancel of ours',
      { ...cancel, status: 'Active', requestedBy: 'Administrator' },
      ['We have cancelled your contract as of September 10, 2025. The refund comes to $1,364.60.'],
      null,
    ],
    [
      'a cancel that was taken back',
      { ...cancel, status: 'Reversed', reinstateDate: '2025-10-01' },
      [
        'Your contract is reinstated',
        'Your contract was cancelled as of September 10, 2025. It was reinstated on October 1, 2025. The cancellation no longer applies.',
      ],
      /Due by|Paid to/,
    ],
    [
      'a customer who died',
      { reason: { code: 'DECEASED', name: 'Holder deceased' }, missing: ['document:Other'] },
      ['Estate of Maria Lopez', 'Dear Sir or Madam,', 'Please send us: a copy of the death certificate.'],
      /Dear Maria/,
    ],
    [
      'two buyers',
      { contract: { ...letterC1.contract, cobuyer: { ...letterC1.contract.customer, name: 'Luis Lopez' } } },
      ['Maria Lopez and Luis Lopez', 'Dear Maria Lopez and Luis Lopez,'],
      null,
    ],
  ]
  test.each(cases)('%s', (_, more, lines, never) => {
    const letter = { ...letterC1, ...more }
    expectSaid(letter, lines)
    if (never) expect(written(letter).join('\n')).not.toMatch(never)
  })
})

describe('the payments:', () => {
  const dealer = {
    ...paymentC1,
    payeeName: 'Hill Country Ford',
    forPayeeName: 'Maria Lopez',
    method: 'Netting',
    mailTo: null,
  } as const
  const half = { ...paymentC1, amount: centsOf(682.3) }
  const cases: readonly [
    name: string,
    CancelLetter['payments'],
    lines: readonly string[],
    never: RegExp | null,
  ][] = [
    [
      'on its way',
      [{ ...paymentC1, status: 'InProcess', method: 'ACH' }],
      [
        'First Bank FBO Maria Lopez | By bank transfer (ACH) | On its way. Due by October 25, 2025 | $1,364.60',
      ],
      /send us the payoff letter/,
    ],
    [
      'a check',
      [{ ...paymentC1, status: 'Paid', paidDate: '2025-10-02', checkNumber: '10023', mailTo: null }],
      [
        'First Bank FBO Maria Lopez | By check | Paid on October 2, 2025, check 10023 | $1,364.60',
        'You do not need to do anything.',
      ],
      /late:/,
    ],
    [
      'late, and not yet',
      [{ ...paymentC1, latePenalty: centsOf(136.46) }],
      ['The refund is late: $136.46 is owed in addition so far.'],
      null,
    ],
    [
      'late',
      [{ ...paymentC1, status: 'Paid', paidDate: '2025-10-26', latePenalty: centsOf(136.46) }],
      ['The refund was late: $136.46 is owed in addition.'],
      null,
    ],
    [
      'to two, one of them instead of another',
      [{ ...paymentC1, status: 'Voided' }, half, { ...half, payeeName: 'Maria Lopez', method: 'Wire' }],
      [
        'Paid to | First Bank FBO Maria Lopez | Maria Lopez',
        'Maria Lopez | By wire transfer | Due by October 25, 2025 | $682.30',
        'Total |  |  | $1,364.60',
      ],
      /as far as we know/,
    ],
    [
      'to the dealer, who passes it on',
      [dealer],
      [
        'Maria Lopez | Refunded by your dealer, Hill Country Ford | Due by October 25, 2025 | $1,364.60',
        'If you have not received the refund from Hill Country Ford by October 25, 2025, let us know.',
      ],
      /netting|credited/i,
    ],
    [
      'by the dealer',
      [{ ...dealer, status: 'Paid', paidDate: '2025-10-01', confirmedDate: '2025-10-20' }],
      [
        'Maria Lopez | Refunded by your dealer, Hill Country Ford | Paid on October 20, 2025 | $1,364.60',
        'You do not need to do anything.',
      ],
      /If you have not received/,
    ],
  ]
  test.each(cases)('%s', (_, payments, lines, never) => {
    const letter: CancelLetter = { ...letterC1, status: 'Active', missing: [], payments }
    expectSaid(letter, lines)
    if (never) expect(written(letter).join('\n')).not.toMatch(never)
  })
})
