import { z } from 'zod'
import { auditFields, Id, Instant, shownOnce, text } from '../http/schemas.ts'
import { ScopeInput, Scopes } from './scopes.ts'

export const userStatuses = ['Active', 'Locked', 'Disabled'] as const
export type UserStatus = (typeof userStatuses)[number]

/** The kinds of account holders that have users. */
export const userHolderTypes = [
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
export type UserHolderType = (typeof userHolderTypes)[number]

const ExternalIdentity = z
  .strictObject({ provider: text(100), subject: text(255) })
  .meta({ id: 'ExternalIdentity', description: 'The user’s identity at an external identity provider.' })

// --- Answers --------------------------------------------------------------------------------------------------

const userFields = {
  id: Id,
  userName: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(userStatuses),
  accountHolderType: z.enum(userHolderTypes).nullable(),
  accountHolderId: Id.nullable(),
  membershipGroupIds: z.array(Id),
  lastLoginAt: Instant.nullable(),
}
const v2Fields = {
  externalIdentity: ExternalIdentity.nullable(),
  mfaEnabled: z.boolean().describe('One-time codes are set up, or must be set up at the next sign-in.'),
  roles: z.array(z.string()).describe('The roles of the user’s groups, sorted, each once.'),
  scopes: z.array(ScopeInput),
}
const invitation = shownOnce(
  'With the invitation the user sets the first password (PUT /me/password). Null if a password was sent.',
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

/** A user with all fields; v1 leaves some of them out. */
export type UserModel = z.input<typeof UserV2>

// --- Requests -------------------------------------------------------------------------------------------------

const inputFields = {
  userName: text(100)
    .regex(/^[^\s:]+$/, 'a user name must not contain spaces or a colon')
    .describe('Unique among the users of all administrators; upper and lower case count as the same.'),
  // No part can match the first character of the next, so that a hostile text is refused in one pass.
  email: text(254).regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, 'an email address looks like name@example.com'),
  firstName: text(100),
  lastName: text(100),
  status: z.enum(userStatuses).default('Active'),
  accountHolderType: z.enum(userHolderTypes).nullable().default(null),
  accountHolderId: Id.nullable().default(null),
  membershipGroupIds: z.array(Id).max(200).default([]),
  // The rules for good passwords are business rules, not part of the schema.
  password: z
    .string()
    .max(1024)
    .optional()
    .describe(
      '12 to 256 characters, not easy to guess. If absent in POST, the answer contains an invitation. If absent in PUT, the password stays.',
    ),
}
const v2InputFields = {
  externalIdentity: ExternalIdentity.nullable().default(null),
  mfaEnabled: z
    .boolean()
    .default(false)
    .describe(
      'True requires one-time codes: a user without any sets them up at the next sign-in, and can do nothing else until then. False in PUT also switches off codes that are set up, with their recovery codes; false and then true makes a user who lost the authenticator set up a new one.',
    ),
  scopes: Scopes.default([]),
}

const holderNeedsBoth = {
  accountHolderType: 'accountHolderId',
  accountHolderId: 'accountHolderType',
} as const

/** An account holder is named by type and id together, or not at all. */
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
// Runs even if another field is wrong, so that all faults are listed at once.
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

const UserInput = z.strictObject(inputFields).superRefine(wholeHolder, always)
const UserV2Input = z.strictObject({ ...inputFields, ...v2InputFields }).superRefine(wholeHolder, always)
const password = 'correct horse battery'

export const UserCreateData = UserInput.meta({ id: 'UserCreateData', example: anna })
export const UserPutData = UserInput.meta({ id: 'UserPutData', example: { ...anna, password } })
export const UserV2CreateData = UserV2Input.meta({ id: 'UserV2CreateData', example: annaV2 })
export const UserV2PutData = UserV2Input.meta({ id: 'UserV2PutData', example: { ...annaV2, password } })

/** The fields that both versions accept. */
export type UserFields = z.output<typeof UserInput>
/** The fields that only v2 accepts. */
export type V2Fields = Pick<z.output<typeof UserV2Input>, keyof typeof v2InputFields>
