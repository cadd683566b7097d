import { type ChangeEvent, useId, useRef } from 'react'
import type { CancelRequest } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { base64OfFile } from '../../api/base64.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Link } from '../../ui/link.tsx'
import { useDone } from '../done.ts'
import { useRights } from '../rights.ts'
import { isOpen } from '../terms.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'

interface PapersProps {
  readonly request: CancelRequest
  readonly onAsk: () => void
}

const DOCUMENT = 'document:'

/** The papers that the reason asks for: which are there, which are missing, and where to put them. */
export function Papers({ request, onAsk }: PapersProps) {
  const t = useText()
  const words = useWords()
  const rights = useRights()
  const files = useFiles(request.contractId)
  const missing = request.missing
    .filter((name) => name.startsWith(DOCUMENT))
    .map((name) => name.slice(DOCUMENT.length))
  const others = request.missing.filter((name) => !name.startsWith(DOCUMENT))
  const wanted = [...new Set([...request.reason.requiredDocuments, ...missing])]
  return (
    <section className="cancellations-papers" aria-label={t('papers.title')}>
      <h3>{t('papers.title')}</h3>
      {wanted.length === 0 && others.length === 0 && <p>{t('papers.none')}</p>}
      <ul>
        {others.map((name) => (
          <li key={name}>
            <span>{words.missing(name)}</span>
            <Status value="Missing" title={t('papers.missing')} />
          </li>
        ))}
        {wanted.map((name) => (
          <li key={name}>
            <span>{words.missing(name)}</span>
            {missing.includes(name) ? (
              <>
                <Status value="Missing" title={t('papers.missing')} />
                {rights.upload && isOpen(request) && <Upload request={request} type={name} />}
              </>
            ) : (
              <Status value="Signed" title={t('papers.here')} />
            )}
          </li>
        ))}
      </ul>
      {files.length > 0 && (
        <p>
          <Link to={`/contracts/${request.contractNumber ?? request.contractId}#documents`}>
            {t('papers.onFile', { count: files.length })}
          </Link>
        </p>
      )}
      {rights.desk && isOpen(request) && request.missing.length > 0 && (
        <Button onClick={onAsk}>{t('ask.papers')}</Button>
      )}
    </section>
  )
}

/** The documents of the contract, if the caller may see them. */
function useFiles(contractId: number): readonly unknown[] {
  const enabled = useCan()('GET /contracts/{contractId}/documents')
  const { data } = useAnswer('GET /contracts/{contractId}/documents', { path: { contractId } }, { enabled })
  return data?.data ?? []
}

function Upload({ request, type }: { readonly request: CancelRequest; readonly type: string }) {
  const t = useText()
  const words = useWords()
  const id = useId()
  const done = useDone()
  const input = useRef<HTMLInputElement>(null)
  const { run, isRunning, error } = useExecute('POST /contracts/{contractId}/documents')

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    const body = { documentTypeName: type, fileName: file.name, documentData: await base64OfFile(file) }
    const answer = await run({ path: { contractId: request.contractId }, body })
    target.value = ''
    if (answer) done(t('papers.added', { paper: words.missing(type) }))
  }

  return (
    <>
      <Button size="small" icon="upload" isBusy={isRunning} onClick={() => input.current?.click()}>
        {t('papers.add')}
        <span className="visually-hidden"> {words.missing(type)}</span>
      </Button>
      <label className="visually-hidden" htmlFor={id}>
        {t('papers.file', { paper: words.missing(type) })}
      </label>
      <input
        id={id}
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        accept="application/pdf,image/*"
        onChange={(event) => void upload(event)}
      />
      <FaultSummary error={error} />
    </>
  )
}
