import type { ReactNode } from 'react'
import type { BankFileLine } from '../../../sdk/src/types.gen.ts'
import { Status } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

const tones = { Matched: 'good', Suggested: 'wait', Unmatched: 'bad', Ignored: 'off' } as const

interface Props {
  readonly lines: readonly BankFileLine[]
  /** What can be done with a line. */
  readonly actions?: ((line: BankFileLine) => ReactNode) | undefined
}

/** The lines of a bank statement, each with the cash that it is. */
export function LinesTable({ lines, actions }: Props) {
  const t = useText()
  const format = useFormat()
  const cashOf = ({ cashTransactionIds, reason }: BankFileLine) =>
    cashTransactionIds.length > 0 ? (
      <span className="row">
        {cashTransactionIds.map((id) => (
          <Link key={id} to={`/money/cash/${id}`}>
            {t('cash.link', { id })}
          </Link>
        ))}
      </span>
    ) : (
      (reason ?? t('value.none'))
    )
  return (
    <Table
      label={t('bank.lines')}
      rows={lines}
      rowKey={({ id }) => id}
      columns={[
        { key: 'date', title: t('field.date'), cell: ({ date }) => format.date(date) },
        {
          key: 'description',
          title: t('bank.description'),
          isWrapping: true,
          cell: ({ description, checkNumber, reference }) =>
            [description, checkNumber ?? reference].filter(Boolean).join(' · '),
        },
        {
          key: 'status',
          title: t('column.status'),
          cell: ({ status }) => (
            <Status value={status} title={t(`lineStatus.${status}`)} tone={tones[status]} />
          ),
        },
        { key: 'cash', title: t('column.cash'), isWrapping: true, cell: cashOf },
        {
          key: 'amount',
          title: t('column.amount'),
          isNumeric: true,
          cell: ({ amount }) => format.money(amount),
        },
        ...(actions
          ? [{ key: 'actions', title: t('column.actions'), isTitleHidden: true, cell: actions }]
          : []),
      ]}
    />
  )
}
