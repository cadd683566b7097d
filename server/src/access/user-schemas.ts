import { z } from 'zod'
import { auditFields, Id, Instant, shownOnce, text } from '../http/schemas.ts'
import { ScopeInput, Scopes } from './scopes.ts'

export const userStatuses = ['Active', 'Locked', 'Disabled'] as const
export type UserStatus = (typeof userStatuses)[number]

/** The kinds of account holder that have people who sign in. */
export const holderTypes = [
  'Agent',
  'ClaimPayee',
  'Dealer',
  'DealerGroup',
  'DisbursementAccount',
  'InspectionCompany',
  'Insurer',
  'LienHolder',
  'RepairFacility',
] as const
export type HolderType = (typeof holderTypes)[number]

const ExternalIdentity = z
  .strictObject({ provider: text(100), subject: text(255) })
  .describe('Who the user is at an identity provider.')

// --- What is answered ---------------------------------------------------------------------------------------------

const userFields = {
  id: Id,
  userName: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(userStatuses),
  accountHolderType: z.enum(holderTypes).nullable(),
  accountHolderId: Id.nullable(),
  membershipGroupIds: z.array(Id),
  lastLoginAt: Instant.nullable(),
}
const v2Fields = {
  externalIdentity: ExternalIdentity.nullable(),
  mfaEnabled: z.boolean().describe('A one-time code is set up, or must be at the next sign-in.'),
  roles: z.array(z.string()).describe('The roles of its groups, each once, sorted.'),
  scopes: z.array(ScopeInput),
}
const invitation = shownOnce(
  'With it the user sets the first password (PUT /me/password). Null when a password was given.',
)

const anna = {
  userName: 'anna.berg@summit.example',
  email: 'anna.berg@summit.example',
  firstName: 'Anna',
  lastName: 'Berg',
  status: 'Active',
  accountHolderType: 'Dealer',
  accountHolderId: 12,
  membershipGroupIds: [8],
}
const annaV2 = {
  ...anna,
  externalIdentity: { provider: 'https://login.summit.example', subject: '5f1c9a' },
  mfaEnabled: true,
  scopes: [{ type: 'DealerGroup', id: 3 }],
}
const answered = { id: 21, lastLoginAt: '2024-03-15T15:00:00.000Z' }
const audited = {
  createdAt: '2024-03-01T09:30:00.000Z',
  createdBy: 'sandbox-admin',
  updatedAt: '2024-03-01T09:30:00.000Z',
  updatedBy: 'sandbox-admin',
  rowVersion: 1,
}
const userExample = { ...answered, ...anna, ...audited }
const userV2Example = { ...answered, ...annaV2, roles: ['Dealer'], ...audited }
const invited = { lastLoginAt: null, invitation: '1.Zk9vN2l5cTJ0cGx4d3Z1c2RmZ2hqa2w0NTY3ODkwMTI' }

export const User = z.object({ ...userFields, ...auditFields }).meta({ id: 'User', example: userExample })
export const UserV2 = z
  .object({ ...userFields, ...v2Fields, ...auditFields })
  .meta({ id: 'UserV2', example: userV2Example })
export const UserCreated = z
  .object({ ...userFields, ...auditFields, invitation })
  .meta({ id: 'UserCreated', example: { ...userExample, ...invited } })
export const UserV2Created = z
  .object({ ...userFields, ...v2Fields, ...auditFields, invitation })
  .meta({ id: 'UserV2Created', example: { ...userV2Example, ...invited } })

/** A user with everything that can be answered; v1 leaves some of it out. */
export type UserModel = z.input<typeof UserV2>

// --- What is asked for --------------------------------------------------------------------------------------------

const inputFields = {
  userName: text(100)
    .regex(/^[^\s:]+$/, 'a user name has no spaces and no colon')
    .describe('Unique among the users of all administrators, whatever its letter case.'),
  // No part can match a sign that the next begins with, so that a hostile text is refused in one pass.
  email: text(254).regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, 'an e-mail address as name@example.com'),
  firstName: text(100),
  lastName: text(100),
  status: z.enum(userStatuses).default('Active'),
  accountHolderType: z.enum(holderTypes).nullable().default(null),
  accountHolderId: Id.nullable().default(null),
  membershipGroupIds: z.array(Id).max(200).default([]),
  // Longer or shorter than a good password is a rule of the business, not of the shape.
  password: z
    .string()
    .max(1024)
    .optional()
    .describe(
      '12 to 256 characters. Absent in POST: the answer holds an invitation. Absent in PUT: it stays.',
    ),
}
const v2InputFields = {
  externalIdentity: ExternalIdentity.nullable().default(null),
  mfaEnabled: z
    .boolean()
    .default(false)
    .describe('True asks for one-time codes; false in PUT also switches off those that are set up.'),
  scopes: Scopes.default([]),
}

const holderNeedsBoth = {
  accountHolderType: 'accountHolderId',
  accountHolderId: 'accountHolderType',
} as const

/** An account holder is named by its type and its id, or not at all. */
function wholeHolder(
  user: { accountHolderType: unknown; accountHolderId: unknown },
  context: z.core.$RefinementCtx,
) {
  for (const [given, missing] of Object.entries(holderNeedsBoth) as [keyof typeof user, keyof typeof user][])
    if ((user[given] ?? null) !== null && (user[missing] ?? null) === null)
      context.addIssue({
        code: 'custom',
        path: [missing],
        params: { code: 'Required' },
        message: `${missing} is required with ${given}.`,
      })
}
// Also when another field is wrong, so that all faults are listed at once.
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

const UserInput = z.strictObject(inputFields).superRefine(wholeHolder, always)
const UserV2Input = z.strictObject({ ...inputFields, ...v2InputFields }).superRefine(wholeHolder, always)
const password = 'correct horse battery'

export const UserCreateData = UserInput.meta({ id: 'UserCreateData', example: anna })
export const UserPutData = UserInput.meta({ id: 'UserPutData', example: { ...anna, password } })
export const UserV2CreateData = UserV2Input.meta({ id: 'UserV2CreateData', example: annaV2 })
export const UserV2PutData = UserV2Input.meta({ id: 'UserV2PutData', example: { ...annaV2, password } })

/** The fields that both versions take. */
export type UserFields = z.output<typeof UserInput>
/** The fields that only v2 takes. */
export type V2Fields = Pick<z.output<typeof UserV2Input>, keyof typeof v2InputFields>
