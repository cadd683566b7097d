import { useState } from 'react'
import type { BankFile, BankFileLine } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { type LineAction, LineDialog } from './line-dialogs.tsx'
import { LinesTable } from './lines-table.tsx'

/** A bank statement: what is matched with our cash, and what is not. */
export function BankPage({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const query = useAnswer('GET /bankfiles/{bankFileId}', { path: { bankFileId: Number(params.id) } })
  return (
    <div className="page">
      <Link to="/money/bank">{t('bank.all')}</Link>
      <Await query={query}>{(file) => <Loaded file={file} />}</Await>
    </div>
  )
}

const tabs = {
  open: (line: BankFileLine) => line.status === 'Unmatched' || line.status === 'Suggested',
  matched: (line: BankFileLine) => line.status === 'Matched',
  ignored: (line: BankFileLine) => line.status === 'Ignored',
  all: () => true,
} as const
type Tab = keyof typeof tabs
const tabNames = Object.keys(tabs) as Tab[]

function Loaded({ file }: { readonly file: BankFile }) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const query = useQuery()
  const setQuery = useSetQuery()
  const [opened, setOpened] = useState<{ readonly action: LineAction; readonly line: BankFileLine }>()
  // What does not match is what a person is here for.
  const first: Tab = file.unmatched > 0 ? 'open' : 'matched'
  const tab = tabNames.find((one) => one === query.tab) ?? first
  const lines = file.lines.filter(tabs[tab])
  const open = (action: LineAction, line: BankFileLine) => () => setOpened({ action, line })
  const actionsOf = (line: BankFileLine) =>
    line.status === 'Matched' || line.status === 'Ignored' ? (
      <Button size="small" onClick={open('unmatch', line)}>
        {t('line.unmatch')}
      </Button>
    ) : (
      <span className="row">
        <Button size="small" onClick={open('match', line)}>
          {t('line.match')}
        </Button>
        <Button size="small" kind="quiet" onClick={open('ignore', line)}>
          {t('line.ignore')}
        </Button>
      </span>
    )
  const mayChange = can('PATCH /bankfiles/{bankFileId}/lines/{lineId}')
  return (
    <>
      <h1>{file.fileName}</h1>
      <Panel title={t('bank.facts')}>
        <Facts
          items={[
            { label: t('bank.date'), value: format.date(file.statementDate) },
            { label: t('bank.opening'), value: format.money(file.openingBalance) },
            { label: t('bank.closing'), value: format.money(file.closingBalance) },
            { label: t('bank.matched'), value: format.count(file.matched), testid: 'bank-matched' },
            { label: t('bank.unmatched'), value: format.count(file.unmatched), testid: 'bank-unmatched' },
            { label: t('bank.readIn'), value: format.instant(file.createdAt) },
          ]}
        />
      </Panel>
      <Tabs
        label={t('bank.lines')}
        items={tabNames.map((value) => ({
          value,
          title: t(`bank.tab.${value}`),
          count: file.lines.filter(tabs[value]).length,
        }))}
        value={tab}
        onChange={(value) => setQuery({ tab: value }, 'push')}
      >
        {lines.length === 0 ? (
          <Empty title={t('bank.noLines')} why={t('bank.noLinesWhy')} icon="check" />
        ) : (
          <LinesTable lines={lines} actions={mayChange ? actionsOf : undefined} />
        )}
      </Tabs>
      {opened && <LineDialog fileId={file.id} {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
