import { z } from 'zod'
import type { Fault } from '../http/problems.ts'
import { CalendarDate, optionalText, text } from '../http/schemas.ts'
import { MASKED_DATE } from './seals.ts'

const State = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be two capital letters')
  .meta({ example: 'TX' })

/** The country of an address that names none. */
export const HOME_COUNTRY = 'US'

export const AddressInput = z
  .strictObject({
    line1: text(200),
    line2: optionalText(200).default(null),
    city: text(100),
    state: State,
    zip: text(20),
    county: optionalText(100).default(null),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters')
      .default(HOME_COUNTRY),
    type: z.enum(['Mailing', 'Physical', 'Billing']).nullable().default(null),
  })
  .meta({
    id: 'AddressData',
    example: {
      line1: '900 Barton Springs Road',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      county: 'Travis',
    },
  })

export const AddressAnswer = z
  .object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zip: z.string().nullable(),
    county: z.string().nullable(),
    country: z.string(),
    type: z.string().nullable(),
  })
  .meta({ id: 'Address' })

export const Email = z
  .string()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')

/** Every part of a person is optional, but one of the names is required. */
export const personInput = {
  firstName: optionalText(100).default(null),
  middleName: optionalText(100).default(null),
  lastName: optionalText(100).default(null),
  suffix: optionalText(20).default(null),
  companyName: optionalText(200).default(null),
  birthDate: CalendarDate.nullable().default(null),
  email: Email.nullable().default(null),
  phone: optionalText(40).default(null),
  mobile: optionalText(40).default(null),
  address: AddressInput.nullable().default(null),
  taxIdLast4: z
    .string()
    .regex(/^\d{4}$/, 'must be four digits')
    .nullable()
    .default(null),
  preferredLanguage: optionalText(20).default(null),
}

export const personAnswer = {
  firstName: z.string().nullable(),
  middleName: z.string().nullable(),
  lastName: z.string().nullable(),
  suffix: z.string().nullable(),
  companyName: z.string().nullable(),
  birthDate: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  mobile: z.string().nullable(),
  address: AddressAnswer.nullable(),
  taxIdLast4: z.string().nullable(),
  preferredLanguage: z.string().nullable(),
}

interface Names {
  readonly firstName?: unknown
  readonly lastName?: unknown
  readonly companyName?: unknown
}

export const hasName = ({ firstName, lastName, companyName }: Names): boolean =>
  Boolean(firstName || lastName || companyName)

/** The fault of a person without a name. `pointer` is where the person is in the body. */
export const missingName = (pointer = ''): Fault => ({
  pointer: `${pointer}/lastName`,
  code: 'Required',
  message: 'A first name, last name or company name is required.',
})

export function requireName(person: Names, context: z.core.$RefinementCtx): void {
  if (hasName(person)) return
  const { code, message } = missingName()
  context.addIssue({ code: 'custom', path: ['lastName'], params: { code }, message })
}

/** The birth date of somebody who is stored already: a date, or the mask that it is answered as. */
export const KnownBirthDate = z
  .string()
  .refine((text) => text === MASKED_DATE || CalendarDate.safeParse(text).success, {
    message: 'a date as YYYY-MM-DD',
    params: { code: 'Format' },
  })
  .meta({
    maxLength: 10,
    example: '1988-07-01',
    description:
      'The date of birth. It is stored encrypted and answered masked; the mask, sent back, keeps the date.',
  })

/** The fault of a mask where there is no date that it could keep. `pointer` is where the person is in the body. */
export const missingBirthDate = (pointer = ''): Fault => ({
  pointer: `${pointer}/birthDate`,
  code: 'Format',
  message: 'There is no birth date to keep. Send the date as YYYY-MM-DD, or null.',
})

export const ContactPersonInput = z
  .strictObject({
    ...personInput,
    birthDate: KnownBirthDate.nullable().default(null),
  })
  .superRefine(requireName)
  .meta({
    id: 'PersonData',
    example: { firstName: 'Ada', lastName: 'Lopez', email: 'ada@hillcountry.example', phone: '512-555-0142' },
  })
export const PersonAnswer = z.object(personAnswer).meta({ id: 'Person' })
