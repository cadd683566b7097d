import type { Report } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { call } from '../../api/client.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { DateField, SelectField } from '../../ui/fields/field.tsx'
import { LookupField } from '../../ui/fields/lookup.tsx'
import type { Option } from '../../ui/fields/option.ts'
import { type ParameterName, parametersOf, queryOf, type ReportName } from '../reports.ts'
import { useText } from '../text.ts'

interface Props {
  readonly name: ReportName
  /** What is shown now: its days stand in the fields until others are chosen. */
  readonly shown: Report | undefined
}

/** What narrows the report, in the address under the API's names. */
export function ReportFilters({ name, shown }: Props) {
  const t = useText()
  const address = useQuery()
  const setQuery = useSetQuery()
  const set = queryOf(name, address)
  const change = (parameter: ParameterName) => (value: string) =>
    setQuery({ [parameter]: value || undefined }, 'push')
  if (parametersOf(name).length === 0) return null
  return (
    <section className="reports-filters no-print" aria-label={t('filters')}>
      {parametersOf(name).map((parameter) => (
        <FilterField
          key={parameter}
          parameter={parameter}
          value={set[parameter] ?? ''}
          shown={shown}
          onChange={change(parameter)}
        />
      ))}
      {Object.keys(set).length > 0 ? (
        <div>
          <Button
            kind="quiet"
            onClick={() =>
              setQuery(Object.fromEntries(Object.keys(set).map((one) => [one, undefined])), 'push')
            }
          >
            {t('filters.clear')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

interface FieldProps {
  readonly parameter: ParameterName
  readonly value: string
  readonly shown: Report | undefined
  readonly onChange: (value: string) => void
}

function FilterField({ parameter, value, shown, onChange }: FieldProps) {
  const t = useText()
  const label = t(`filter.${parameter}`)
  switch (parameter) {
    case 'fromDate':
    case 'toDate':
    case 'asOfDate':
      return (
        <DateField
          label={label}
          name={`?${parameter}`}
          value={value || shown?.[parameter] || ''}
          onChange={onChange}
        />
      )
    case 'productId':
      return <ProductField label={label} value={value} onChange={onChange} />
    case 'dealerId':
      return <DealerField label={label} value={value} onChange={onChange} />
    case 'by':
      return <Choice {...{ parameter, label, value, onChange }} first="Code" choices={['Code', 'Month']} />
    case 'basis':
      return <Choice {...{ parameter, label, value, onChange }} first="Paid" choices={['Paid', 'Incurred']} />
    default:
      return (
        <Choice {...{ parameter, label, value, onChange }} first="Receive" choices={['Receive', 'Pay']} />
      )
  }
}

interface ChoiceProps {
  readonly parameter: ParameterName
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What the service takes if nothing is chosen. */
  readonly first: ChoiceValue
  readonly choices: readonly ChoiceValue[]
}

type ChoiceValue = 'Code' | 'Month' | 'Paid' | 'Incurred' | 'Receive' | 'Pay'

function Choice({ parameter, label, value, onChange, first, choices }: ChoiceProps) {
  const t = useText()
  return (
    <SelectField
      label={label}
      name={`?${parameter}`}
      value={value || first}
      isRequired
      options={choices.map((choice) => ({ value: choice, title: t(`choice.${choice}`) }))}
      onChange={onChange}
    />
  )
}

type PlainProps = Pick<ChoiceProps, 'label' | 'value' | 'onChange'>

function ProductField({ label, value, onChange }: PlainProps) {
  const t = useText()
  const can = useCan()
  const products = useAnswer(
    'GET /Rates/Products',
    { query: { sortBy: 'name', pageNumber: 1, pageSize: 200 } },
    { enabled: can('GET /Rates/Products') },
  )
  if (!can('GET /Rates/Products')) return null
  return (
    <SelectField
      label={label}
      name="?productId"
      value={value}
      emptyTitle={t('all')}
      options={(products.data?.data ?? []).map(({ id, name }) => ({ value: String(id), title: name }))}
      onChange={onChange}
    />
  )
}

function DealerField({ label, value, onChange }: PlainProps) {
  const can = useCan()
  const found = useAnswer(
    'GET /dealers/{dealerId}',
    { path: { dealerId: Number(value) } },
    { enabled: value !== '' && can('GET /dealers/{dealerId}') },
  )
  if (!can('GET /dealers')) return null
  const title = found.data?.data.name ?? value
  return (
    <LookupField
      label={label}
      name="?dealerId"
      value={value === '' ? null : { value, title }}
      onChange={(option) => onChange(option?.value ?? '')}
      search={findDealers}
    />
  )
}

async function findDealers(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const name = text.trim() === '' ? {} : { name: text.trim() }
  const { data } = await call('GET /dealers', {
    query: { ...name, sortBy: 'name', pageNumber: 1, pageSize: 10 },
    signal,
  })
  return data.map((dealer) => ({ value: String(dealer.id), title: dealer.name, subtitle: dealer.number }))
}
