import { useQuery, useSetQuery } from '../../api/address.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../text.ts'
import { AchFiles } from './ach-files.tsx'
import { MakeFile } from './make-file.tsx'
import { ReturnFile } from './return-file.tsx'

const tabs = ['make', 'files', 'returns'] as const

/** Files that the bank pays and collects by: what the next one would hold, those that were made, and what came back. */
export function AchScreen() {
  const t = useText()
  const query = useQuery()
  const setQuery = useSetQuery()
  const tab = tabs.find((one) => one === query.tab) ?? 'make'
  return (
    <div className="page">
      <h1>{t('ach.title')}</h1>
      <Tabs
        label={t('ach.title')}
        items={tabs.map((value) => ({ value, title: t(`ach.tab.${value}`) }))}
        value={tab}
        onChange={(value) => setQuery({ tab: value, pageNumber: undefined }, 'push')}
      >
        {tab === 'make' && <MakeFile />}
        {tab === 'files' && <AchFiles />}
        {tab === 'returns' && <ReturnFile />}
      </Tabs>
    </div>
  )
}
