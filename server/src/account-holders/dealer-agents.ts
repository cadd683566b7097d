import { z } from 'zod'
import { seesCommission } from '../access/cost-visibility.ts'
import { json, storedList } from '../db/columns.ts'
import { sql } from '../db/sql.ts'
import { Id, Money, text } from '../http/schemas.ts'
import { defineField } from './fields.ts'

/** A share of a disbursement: an amount or a percentage. */
export const shareFields = {
  disbursementCode: text(40),
  amount: Money.nullable().default(null),
  percent: z.number().min(0).max(100).nullable().default(null),
}

export function requireAmountOrPercent(
  value: { amount?: unknown; percent?: unknown },
  context: z.core.$RefinementCtx,
): void {
  const given = [value.amount, value.percent].filter((part) => part !== null && part !== undefined)
  if (given.length === 1) return
  context.addIssue({
    code: 'custom',
    path: ['amount'],
    params: { code: given.length === 0 ? 'Required' : 'Format' },
    message: 'Send either an amount or a percent.',
  })
}

/** An amount or a percentage of a disbursement. */
export const Share = z
  .strictObject(shareFields)
  .superRefine(requireAmountOrPercent)
  .meta({ id: 'DisbursementShare' })

const roles = ['Primary', 'Secondary'] as const
const AgentInput = z.strictObject({
  agentId: Id,
  role: z.enum(roles).default('Primary'),
  commissionOverrides: z.array(Share).max(100).nullable().default(null),
})
type DealerAgent = z.output<typeof AgentInput>

const AGENTS = `(select coalesce(json_agg(json_build_object('agentId', a.agent_id, 'role', a.role,
  'commissionOverrides', a.commission_overrides) order by a.position, a.agent_id), '[]')
  from dealer_agent a where a.dealer_id = h.id)`

const areDistinct = (agents: readonly DealerAgent[]) =>
  new Set(agents.map(({ agentId }) => agentId)).size === agents.length

/** The agents of a dealer, in order. The first Primary agent gets the agent's line of dealer cost. */
export const dealerAgentsField = defineField({
  columns: { agents: json(storedList<DealerAgent>()) },
  input: z
    .array(AgentInput)
    .max(50)
    .refine(areDistinct, { message: 'each agent can be listed only once', params: { code: 'Format' } })
    .nullable()
    .transform((value) => value ?? []),
  answer: z.array(
    z.object({
      agentId: Id,
      role: z.enum(roles),
      commissionOverrides: z
        .array(
          z.object({
            disbursementCode: z.string(),
            amount: Money.nullable(),
            percent: z.number().nullable(),
          }),
        )
        .nullable(),
    }),
  ),
  initial: [],
  select: { agents: AGENTS },
  read: (row) => row.agents,
  show: (row, caller) =>
    row.agents.map((agent) =>
      seesCommission(caller, agent.agentId) ? agent : { ...agent, commissionOverrides: null },
    ),
  references: (value, pointer) =>
    (value as DealerAgent[]).map(({ agentId }, index) => ({
      type: 'Agent',
      id: agentId,
      pointer: `${pointer}/${index}/agentId`,
    })),
  async save(tx, dealerId, value) {
    await sql`delete from dealer_agent where dealer_id = ${dealerId}`.execute(tx)
    for (const [index, { agentId, role, commissionOverrides }] of (value as DealerAgent[]).entries())
      await sql`insert into dealer_agent (dealer_id, agent_id, role, position, commission_overrides)
        values (${dealerId}, ${agentId}, ${role}, ${index + 1},
          ${commissionOverrides && JSON.stringify(commissionOverrides)})`.execute(tx)
  },
})
