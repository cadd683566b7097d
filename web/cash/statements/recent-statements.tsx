import type { StatementRequest } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { nameOf } from '../../lists/holder-field.tsx'
import { Status } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** How many are shown. Whoever looks for an older one makes it again: the figures are the same. */
const MOST = 20

/** The statements that were made, the newest first. */
export function RecentStatements({ holderId }: { readonly holderId: string }) {
  const t = useText()
  const format = useFormat()
  const query = useAnswer('GET /statementrequests', {
    query: {
      ...(holderId === '' ? {} : { accountHolderId: Number(holderId) }),
      ...{ pageNumber: 1, pageSize: MOST },
    },
  })
  const rangeOf = ({ fromDate, toDate }: StatementRequest) =>
    t('statements.range', { from: format.date(fromDate), to: format.date(toDate) })
  return (
    <Panel title={t('statements.recent')}>
      <Await query={query} rows={3}>
        {(made) =>
          made.length === 0 ? (
            <p>{t('statements.none')}</p>
          ) : (
            <Table
              label={t('statements.recent')}
              rows={made}
              rowKey={({ id }) => id}
              columns={[
                {
                  key: 'range',
                  title: t('statements.days'),
                  cell: (one) => (
                    <Link
                      to={`/money/statements?accountHolderId=${one.accountHolder.id}&fromDate=${one.fromDate}&toDate=${one.toDate}&statementRequestId=${one.id}`}
                    >
                      {rangeOf(one)}
                    </Link>
                  ),
                },
                { key: 'holder', title: t('holder'), cell: (one) => nameOf(one.accountHolder) },
                {
                  key: 'format',
                  title: t('statements.format'),
                  cell: (one) => t(`statements.${one.format}`),
                },
                {
                  key: 'closing',
                  title: t('statements.closing'),
                  isNumeric: true,
                  cell: (one) => format.money(one.closingBalance),
                },
                {
                  key: 'status',
                  title: t('column.status'),
                  cell: (one) => <Status value={one.status} title={t(`statements.${one.status}`)} />,
                },
                { key: 'made', title: t('column.made'), cell: (one) => format.instant(one.createdAt) },
              ]}
            />
          )
        }
      </Await>
    </Panel>
  )
}
