import type { AchFile } from '../../../sdk/src/types.gen.ts'
import { call } from '../../api/client.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { SaveButton } from '../../lists/save-button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { FileFacts } from './make-file.tsx'

/** A file that was made. Its content has account numbers, so every download is recorded. */
export function AchPage({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const query = useAnswer('GET /achfiles/{achFileId}', { path: { achFileId: Number(params.id) } })
  return (
    <div className="page">
      <Link to="/money/ach?tab=files">{t('ach.all')}</Link>
      <Await query={query}>{(file) => <Loaded file={file} />}</Await>
    </div>
  )
}

function Loaded({ file }: { readonly file: AchFile }) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const path = { achFileId: file.id }
  return (
    <>
      <header className="page-head">
        <h1>{file.fileName}</h1>
        {can('GET /achfiles/{achFileId}/content') && (
          <SaveButton
            kind="main"
            fileName={file.fileName}
            read={async () => (await call('GET /achfiles/{achFileId}/content', { path })).data}
          >
            {t('ach.download')}
          </SaveButton>
        )}
      </header>
      <Panel
        title={t('ach.holds')}
        description={t('ach.madeBy', { when: format.instant(file.createdAt), who: file.createdBy })}
      >
        <FileFacts file={file} />
        <p className="muted">{t('ach.downloadWhy')}</p>
      </Panel>
      <Panel title={t('ach.cash')}>
        {file.cashTransactionIds.length === 0 ? (
          <p>{t('ach.noCash')}</p>
        ) : (
          <ul className="cash-links">
            {file.cashTransactionIds.map((id) => (
              <li key={id}>
                <Link to={`/money/cash/${id}`}>{t('cash.link', { id })}</Link>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}
