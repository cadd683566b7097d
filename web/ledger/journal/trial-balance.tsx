import type { TrialBalance } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { writeSearch } from '../../api/path.ts'
import { useAnswer } from '../../api/queries.ts'
import { useToday } from '../../api/session.ts'
import { HolderLink } from '../../lists/holder-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { DateField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { sumCents } from '../../ui/words/money.ts'
import { useText } from '../text.ts'

const dateFields = ['Accounting', 'Effective'] as const

/** The balance of every account on a day. An account opens its postings. */
export function TrialBalanceScreen() {
  const t = useText()
  const today = useToday()
  const query = useQuery()
  const setQuery = useSetQuery()
  const asOfDate = query.asOfDate ?? today
  const dateField = dateFields.find((one) => one === query.dateField) ?? 'Accounting'
  const balance = useAnswer('GET /trialBalance', { query: { asOfDate, dateField } }, { keepPrevious: true })
  return (
    <div className="page">
      <h1>{t('balance.title')}</h1>
      <div className="ledger-choices no-print">
        <DateField
          label={t('asOf')}
          name="?asOfDate"
          value={asOfDate}
          onChange={(day) => setQuery({ asOfDate: day === today ? undefined : day }, 'push')}
        />
        <SelectField
          label={t('filter.dateField')}
          name="?dateField"
          isRequired
          value={dateField}
          options={dateFields.map((value) => ({ value, title: t(`dateField.${value}`) }))}
          onChange={(chosen) => setQuery({ dateField: chosen === 'Accounting' ? undefined : chosen }, 'push')}
        />
        <TextField
          label={t('balance.find')}
          type="search"
          value={query.find ?? ''}
          onChange={(find) => setQuery({ find: find || undefined })}
        />
      </div>
      <Await query={balance} rows={12}>
        {(read) => <Balance balance={read} find={query.find ?? ''} dateField={query.dateField} />}
      </Await>
    </div>
  )
}

interface BalanceProps {
  readonly balance: TrialBalance
  readonly find: string
  readonly dateField: string | undefined
}

type Account = TrialBalance['accounts'][number]

function Balance({ balance, find, dateField }: BalanceProps) {
  const t = useText()
  const format = useFormat()
  const { asOfDate, totalDebit, totalCredit } = balance
  const wanted = find.trim().toLowerCase()
  const isWanted = ({ account, accountHolder }: Account) =>
    [account, accountHolder?.name, accountHolder?.number].some((text) => text?.toLowerCase().includes(wanted))
  const accounts = wanted === '' ? balance.accounts : balance.accounts.filter(isWanted)
  const postings = (account: string) => `/money/journal${writeSearch({ account, to: asOfDate, dateField })}`
  return (
    <>
      <Panel title={t('balance.totals', { date: format.date(asOfDate) })}>
        <Facts
          items={[
            { label: t('column.debit'), value: format.money(totalDebit), testid: 'trial-balance-debit' },
            { label: t('column.credit'), value: format.money(totalCredit), testid: 'trial-balance-credit' },
            {
              // Nothing but the check that the service's two totals are one.
              label: t('balance.difference'),
              value: format.money(sumCents([totalDebit, -totalCredit])),
              testid: 'trial-balance-difference',
            },
          ]}
        />
      </Panel>
      {accounts.length === 0 ? (
        <Empty title={t('balance.none')} why={t('balance.noneWhy')} />
      ) : (
        <Panel title={t('balance.accounts')} isFlush>
          <Table
            label={t('balance.title')}
            rows={accounts}
            rowKey={({ account }) => account}
            columns={[
              {
                key: 'account',
                title: t('column.account'),
                cell: ({ account }) => <Link to={postings(account)}>{account}</Link>,
              },
              {
                key: 'holder',
                title: t('holder'),
                cell: ({ accountHolder }) => (accountHolder ? <HolderLink holder={accountHolder} /> : ''),
              },
              {
                key: 'debit',
                title: t('column.debit'),
                isNumeric: true,
                cell: (row) => format.money(row.debit),
              },
              {
                key: 'credit',
                title: t('column.credit'),
                isNumeric: true,
                cell: (row) => format.money(row.credit),
              },
              {
                key: 'balance',
                title: t('column.balance'),
                isNumeric: true,
                cell: (row) => format.money(row.balance),
              },
            ]}
            foot={
              wanted === ''
                ? {
                    account: t('balance.total'),
                    debit: format.money(totalDebit),
                    credit: format.money(totalCredit),
                  }
                : undefined
            }
          />
        </Panel>
      )}
    </>
  )
}
