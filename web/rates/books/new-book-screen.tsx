import { useEffect, useState } from 'react'
import { useGo, useGuard } from '../../api/address.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorPanel, Forbidden, Loading, Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'
import { ApplyStep } from './apply-step.tsx'
import { BookCounts } from './book-counts.tsx'
import { type BookFile, bookFilesOf, type FoundFile } from './book-files.ts'
import { ChangesView } from './changes-view.tsx'
import { FaultsTable } from './faults-table.tsx'
import { FolderDrop } from './folder-drop.tsx'
import { RehearsalStep } from './rehearsal-step.tsx'
import { type Sent, useSent } from './use-sent.ts'

/** A new version: drop the folder, see its faults, see what changes, rehearse it, apply it. */
export function NewBookScreen() {
  const can = useCan()
  const isPartner = useIsPartner()
  if (isPartner || !can('POST /Rates/books/checks')) return <Forbidden permission="rates:write" />
  return <NewBook />
}

function NewBook() {
  const t = useText()
  const format = useFormat()
  const [files, setFiles] = useState<readonly BookFile[]>()
  const check = useSent('POST /Rates/books/checks')
  const comparison = useSent('POST /Rates/books/comparisons')
  const go = useGo()
  const [applied, setApplied] = useState<number>()
  useGuard(files !== undefined && applied === undefined)
  // Once it is applied nothing is lost, so the page may be left.
  useEffect(() => {
    if (applied !== undefined) go(`/rates/books/${applied}`)
  }, [applied, go])
  const examine = async (next: readonly BookFile[]) => {
    comparison.clear()
    const checked = await check.run({ body: { files: next } })
    if (checked?.isValid) await comparison.run({ body: { files: next } })
  }
  const take = async (found: readonly FoundFile[]) => {
    const next = await bookFilesOf(found)
    if (next.length === 0) return
    setFiles(next)
    await examine(next)
  }
  const isReady = comparison.data?.isValid === true && !comparison.data.isSame
  return (
    <div className="page">
      <h1>{t('new.title')}</h1>
      <Panel title={t('new.files')} id="files" description={t('new.filesWhy')}>
        <FolderDrop onFound={(found) => void take(found)} />
        {files ? (
          <p role="status" data-testid="book-files">
            {t('new.count', { count: format.count(files.length) })}
          </p>
        ) : null}
      </Panel>
      {files ? <CheckStep check={check} onAgain={() => void examine(files)} /> : null}
      {files && check.data?.isValid ? (
        <CompareStep comparison={comparison} onAgain={() => void comparison.run({ body: { files } })} />
      ) : null}
      {files && isReady ? <RehearsalStep files={files} /> : null}
      {files && isReady && comparison.data ? (
        <ApplyStep
          files={files}
          expectedVersion={comparison.data.liveVersion ?? 0}
          onApplied={setApplied}
          onCompareAgain={() => void comparison.run({ body: { files } })}
        />
      ) : null}
    </div>
  )
}

interface CheckProps {
  readonly check: Sent<'POST /Rates/books/checks'>
  readonly onAgain: () => void
}

function CheckStep({ check: { data, error, isRunning }, onAgain }: CheckProps) {
  const t = useText()
  return (
    <Panel title={t('check.title')} id="check">
      {isRunning ? <Loading rows={3} /> : null}
      {error ? <ErrorPanel error={error} onRetry={onAgain} /> : null}
      {data && !data.isValid ? <FaultsTable faults={data.faults} /> : null}
      {data?.isValid ? (
        <div className="stack">
          <Notice tone="good" title={t('check.good', { name: data.name ?? '' })} />
          {data.counts ? <BookCounts counts={data.counts} /> : null}
        </div>
      ) : null}
    </Panel>
  )
}

interface CompareProps {
  readonly comparison: Sent<'POST /Rates/books/comparisons'>
  readonly onAgain: () => void
}

function CompareStep({ comparison: { data, error, isRunning }, onAgain }: CompareProps) {
  const t = useText()
  const format = useFormat()
  return (
    <Panel
      title={t('compare.title')}
      id="compare"
      description={
        data
          ? data.liveVersion === null
            ? t('compare.first')
            : t('compare.with', { version: data.liveVersion, name: data.liveName ?? '' })
          : undefined
      }
    >
      {isRunning ? <Loading rows={6} /> : null}
      {error ? <ErrorPanel error={error} onRetry={onAgain} /> : null}
      {data ? (
        <div className="stack">
          {data.isSame ? <Notice title={t('compare.same')}>{t('compare.sameWhy')}</Notice> : null}
          {data.isSame || data.liveVersion === null ? null : (
            <>
              <p role="status" className="strong">
                {t('compare.counts', {
                  new: format.count(data.counts.new),
                  changed: format.count(data.counts.changed),
                  removed: format.count(data.counts.removed),
                })}
              </p>
              {data.overridden.length > 0 ? (
                <Notice tone="wait" title={t('compare.overridden')}>
                  <ul>
                    {data.overridden.map((note) => (
                      <li key={note}>{note}</li>
                    ))}
                  </ul>
                </Notice>
              ) : null}
              <ChangesView {...data} />
            </>
          )}
        </div>
      ) : null}
    </Panel>
  )
}
