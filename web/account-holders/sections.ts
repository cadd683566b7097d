import {
  area,
  choice,
  date,
  type Field,
  flag,
  group,
  list,
  type Section,
  secret,
  secretDate,
  shown,
  state,
  text,
  writeOnly,
} from './field-types.ts'

const required = { isRequired: true }
const outside = { isOutsideTable: true }

export const holderStatuses = ['Active', 'Inactive', 'Suspended', 'Expired', 'Pending'] as const

const addressParts: readonly Field[] = [
  text('line1', required),
  text('line2'),
  text('city', required),
  state('state', { isRequired: true, hint: 'hint.state' }),
  text('zip', required),
  text('county'),
]

export const streetAddress = group('address', addressParts)
export const refundAddress = group('refundAddress', addressParts, { absent: 'absent.refundAddress' })

/** The number is required, unless the service issues one. */
export const facts = (isNumberIssued = false): Section => ({
  id: 'facts',
  title: 'section.facts',
  fields: [
    text('number', isNumberIssued ? { hint: 'hint.numberIssued' } : required),
    text('name', required),
    text('dbaName'),
    choice('status', holderStatuses),
    secret('taxId', { hint: 'hint.taxId' }),
    text('taxClassification'),
    text('phone'),
    text('fax'),
    text('email'),
    text('website'),
    date('effectiveDate', { hint: 'hint.effectiveDate' }),
    date('expirationDate'),
    area('notes'),
  ],
})

export const addresses: Section = {
  id: 'addresses',
  title: 'section.address',
  fields: [streetAddress, group('mailingAddress', addressParts, { absent: 'absent.mailingAddress' })],
}

const statements: Section = {
  id: 'statements',
  title: 'section.statements',
  fields: [
    flag('autoPayReceive'),
    choice('statementCycle', ['None', 'Monthly', 'Weekly']),
    choice('statementDelivery', ['Email', 'Mail', 'Portal']),
  ],
}

export const languages = choice('preferredLanguage', ['en', 'es'], { mayBeEmpty: true, ...outside })

const contacts: Section = {
  id: 'contacts',
  title: 'section.contacts',
  fields: [
    list('contacts', [
      text('firstName'),
      text('lastName'),
      text('companyName'),
      text('phone'),
      text('mobile'),
      text('email'),
      secretDate('birthDate', outside),
      languages,
    ]),
  ],
}

const bankAccount: readonly Field[] = [
  text('holderName', required),
  text('bankName'),
  text('routingNumber', required),
  writeOnly('accountNumber', { hint: 'hint.accountNumber' }),
  shown('accountLast4'),
  choice('accountType', ['Checking', 'Savings']),
  choice('secCode', ['CCD', 'PPD']),
  // The service knows them, and starts over when the account is another one.
  shown('prenoteStatus'),
  shown('isActive', outside),
]

const paymentMethods: Section = {
  id: 'payment-methods',
  title: 'section.paymentMethods',
  fields: [
    list('paymentMethods', [
      choice('type', ['Check', 'ACH', 'Wire', 'CreditCard', 'Cash', 'Netting'], required),
      flag('isDefault'),
      text('payeeName'),
      group('ach', bankAccount, { when: { name: 'type', is: 'ACH' } }),
    ]),
  ],
}

const externalReferences: Section = {
  id: 'external-references',
  title: 'section.externalReferences',
  fields: [
    list('externalReferences', [
      text('system', required),
      text('key', required),
      text('value', required),
      text('url'),
    ]),
  ],
}

/** What every company has besides its facts and addresses. */
export const common: readonly Section[] = [contacts, paymentMethods, statements, externalReferences]
