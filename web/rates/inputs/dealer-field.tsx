import { call } from '../../api/client.ts'
import { useAnswer } from '../../api/queries.ts'
import { type Option, TextField } from '../../ui/fields/field.tsx'
import { LookupField } from '../../ui/fields/lookup.tsx'
import { useText } from '../text.ts'
import type { Inputs } from './inputs.ts'
import { usePresetDealer } from './use-inputs.ts'

interface DealerFieldProps {
  readonly value: string | undefined
  readonly onChange: (changes: Inputs) => void
}

/** The dealer that sells: preset for a caller of one dealer, searched for by all others. */
export function DealerField({ value, onChange }: DealerFieldProps) {
  const t = useText()
  const preset = usePresetDealer()
  if (preset)
    return (
      <TextField
        label={t('input.dealerNumber')}
        name="dealerNumber"
        value={preset.title}
        onChange={() => undefined}
        isReadOnly
      />
    )
  return <DealerLookup value={value} onChange={onChange} />
}

function DealerLookup({ value = '', onChange }: DealerFieldProps) {
  const t = useText()
  const known = useAnswer(
    'GET /dealers',
    { query: { number: value } },
    { enabled: value !== '', staleTime: 600_000 },
  )
  const dealer = known.data?.data[0]
  const chosen = value === '' ? null : dealer ? optionOf(dealer) : { value, title: value }
  return (
    <LookupField
      label={t('input.dealerNumber')}
      name="dealerNumber"
      value={chosen}
      onChange={(option) => onChange({ dealerNumber: option?.value ?? '' })}
      search={findDealers}
      isRequired
    />
  )
}

interface NamedRow {
  readonly number: string
  readonly name: string
  readonly city: string | null
  readonly state: string | null
}

const optionOf = ({ number, name, city, state }: NamedRow): Option => ({
  value: number,
  title: `${number} · ${name}`,
  subtitle: [city, state].filter(Boolean).join(', '),
})

/** By number and by name at once: a clerk knows one or the other. */
async function findDealers(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const shared = { status: ['Active'], pageSize: 20, sortBy: 'name' } as const
  const [byNumber, byName] = await Promise.all([
    text ? call('GET /dealers', { query: { ...shared, number: text }, signal }) : undefined,
    call('GET /dealers', { query: text ? { ...shared, name: text } : shared, signal }),
  ])
  const found = [...(byNumber?.data ?? []), ...byName.data].map(optionOf)
  return [...new Map(found.map((option) => [option.value, option])).values()]
}
