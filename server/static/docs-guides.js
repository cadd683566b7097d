import { el } from './docs-dom.js'
import { inline } from './docs-prose.js'

// The main flows, step by step. A step names its operation by method and path.

export const guides = [
  {
    title: 'Quote and sell a contract',
    about:
      'From the rates for a vehicle to a contract in force. A dealer’s finance office does steps 1 to 4.',
    steps: [
      ['POST /oauth/token', 'Get a token with the client id and secret of the dealer’s system.'],
      [
        'GET /Rates/rateQuote/{dealerNumber}',
        'Ask for rates with the vehicle, the odometer and the deal. Each rate has a `rateId`.',
      ],
      [
        'POST /contracts',
        'Sell the chosen `rateId` at a retail price, with the customer. The contract is Pending.',
      ],
      [
        'POST /contracts/{contractId}/documents',
        'Send `generate: true` for the form as a PDF, then upload the signed copy.',
      ],
      [
        'POST /contracts/{contractId}/finalize',
        'The administrator finalizes it. It is Active, and its ledger rows are open.',
      ],
    ],
  },
  {
    title: 'Cancel a contract',
    about: 'From a quote of the refund to the letter for the customer. Every figure has its steps.',
    steps: [
      [
        'POST /contracts/{contractId}/cancelrequests',
        'Ask for a quote with the date, the reason and the odometer, or file the request at once.',
      ],
      ['POST /cancelrequests/{cancelRequestId}', 'Submit the quote, then approve and execute it.'],
      ['GET /cancels/{cancelId}', 'Read the cancel with its refund, its payees and the worksheet.'],
      ['POST /cancels/{cancelId}', 'Send `action: Letter` for the letter to the customer as a PDF.'],
      ['GET /cancels/{cancelId}/cancelpayments', 'Follow the payment of the refund.'],
    ],
  },
  {
    title: 'Enter and pay a claim',
    about: 'From the repair shop’s call to the payment.',
    steps: [
      [
        'POST /claims',
        'Enter the claim with its complaint, parts and labor. It is adjudicated at once, line by line.',
      ],
      ['PATCH /claims/{claimId}', 'Authorize or deny its details.'],
      ['POST /claims/{claimId}/inspections', 'Order an inspection where the rules ask for one.'],
      ['POST /claims/{claimId}/paymentrequests', 'Request the payment with the shop’s invoice.'],
      ['GET /claims/{claimId}', 'Read what was paid, by whom, and why each line was cut.'],
    ],
  },
  {
    title: 'Remit and pay',
    about: 'Money from dealers and to everyone else.',
    steps: [
      ['GET /ledgers', 'List what is open for an account holder.'],
      ['POST /inprocesscashtransactions', 'Put ledger rows in a batch.'],
      [
        'POST /inprocesscashtransactions/{inProcessCashTransactionId}/processrequests',
        'Process the batch. It becomes cash.',
      ],
      ['POST /achfiles', 'Make the ACH file for the bank.'],
      ['POST /bankfiles', 'Read the bank’s file. Matching cash is cleared.'],
      ['POST /accountholders/{accountHolderId}/statementrequests', 'Send the account holder a statement.'],
    ],
  },
  {
    title: 'Follow what happens',
    about: 'Events by webhook, or read in their order.',
    steps: [
      ['GET /events/types', 'See which events there are, with the schemas of their data.'],
      ['POST /webhooks', 'Name your address and the types. Keep the secret to check signatures.'],
      ['POST /webhooks/{webhookId}/test', 'Send yourself a test event.'],
      ['GET /webhooks/{webhookId}/deliveries', 'See what was sent and how your system answered.'],
      ['GET /events', 'Read events by cursor, for example after an outage of yours.'],
    ],
  },
]

const keyOf = ({ method, path }) => `${method.toUpperCase()} ${path}`

/** All guides, with links to the operations of their steps. */
export function guideList(operations) {
  const byKey = new Map(operations.map((operation) => [keyOf(operation), operation]))
  return guides.map(({ title, about, steps }) =>
    el(
      'details',
      { class: 'guide' },
      el('summary', {}, el('h3', {}, title)),
      el('p', { class: 'note' }, about),
      el(
        'ol',
        {},
        steps.map(([key, text]) => el('li', {}, linkTo(byKey.get(key), key), ' ', inline(text))),
      ),
    ),
  )
}

function linkTo(operation, key) {
  const label = el('code', {}, key)
  return operation ? el('a', { href: `#${encodeURIComponent(operation.id)}` }, label) : label
}

/** The guides that have this operation as a step, for a line below its heading. */
export function guidesWith(operation) {
  return guides.flatMap(({ title, steps }) => {
    const at = steps.findIndex(([key]) => key === keyOf(operation))
    return at < 0 ? [] : [`${title}, step ${at + 1} of ${steps.length}`]
  })
}
