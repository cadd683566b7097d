import type { CashTransaction, Ledger } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/fields/field.tsx'
import { Await } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { sumCents } from '../../ui/words/money.ts'
import { useText } from '../text.ts'
import { type Amounts, oldestFirst, usedBy } from './oldest-first.ts'

/** The most rows that are offered at once; the oldest are paid first. */
const MOST = 200

interface Props {
  readonly holderId: number
  readonly type: CashTransaction['type']
  /** What there is to apply. */
  readonly available: number
  readonly amounts: Amounts
  readonly onChange: (amounts: Amounts) => void
}

/** The open rows of an account holder, the oldest first, each with what of it is paid. */
export function ApplyGrid(props: Props) {
  const t = useText()
  const query = useAnswer('GET /ledgers', {
    query: {
      ...{ accountHolderId: props.holderId, ledgerStatus: ['Open'], isMemo: false },
      ...{ sortBy: 'dueDate', sortDirection: 'Asc', pageNumber: 1, pageSize: MOST },
    },
  })
  return (
    <Await query={query} rows={4}>
      {(rows) => (rows.length === 0 ? <p>{t('apply.none')}</p> : <Grid {...props} rows={rows} />)}
    </Await>
  )
}

function Grid({ rows, type, available, amounts, onChange }: Props & { readonly rows: readonly Ledger[] }) {
  const t = useText()
  const format = useFormat()
  const used = usedBy(rows, type, amounts)
  const set = (id: number, amount: number | undefined) => {
    const next = new Map(amounts)
    if (amount === undefined) next.delete(id)
    else next.set(id, amount)
    onChange(next)
  }
  const nameOf = (row: Ledger) =>
    [row.contract?.number ?? row.claim?.number, row.disbursementCode ?? t(`type.${row.ledgerType}`)]
      .filter(Boolean)
      .join(' · ')
  return (
    <div className="stack">
      <div className="row">
        <Button onClick={() => onChange(oldestFirst(rows, type, available))}>{t('apply.oldestFirst')}</Button>
        {amounts.size > 0 && (
          <Button kind="quiet" onClick={() => onChange(new Map())}>
            {t('apply.clear')}
          </Button>
        )}
        <span role="status">
          {t('apply.used', {
            used: format.money(used),
            left: format.money(sumCents([available, -used])),
          })}
        </span>
      </div>
      <Table
        label={t('apply.rows')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'due', title: t('column.due'), cell: (row) => format.date(row.dueDate) },
          { key: 'what', title: t('column.what'), cell: nameOf },
          { key: 'direction', title: t('column.direction'), cell: (row) => t(`direction.${row.direction}`) },
          {
            key: 'open',
            title: t('column.open'),
            isNumeric: true,
            cell: (row) => format.money(row.openAmount),
          },
          {
            key: 'apply',
            title: t('column.apply'),
            isNumeric: true,
            width: '9rem',
            cell: (row) => (
              <MoneyField
                label={t('apply.to', { what: nameOf(row) })}
                isLabelHidden
                value={amounts.get(row.id)}
                onChange={(amount) => set(row.id, amount)}
              />
            ),
          },
        ]}
      />
      {rows.length === MOST && <p className="muted small">{t('apply.most', { count: MOST })}</p>}
    </div>
  )
}
