import { useEffect, useState } from 'react'
import { useExecute } from '../../actions/execute.ts'
import { blobOfBase64 } from '../../api/base64.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PdfFrame } from '../../ui/pdf.tsx'
import { ErrorPanel, Loading } from '../../ui/states.tsx'
import { useDone } from '../done.ts'
import { useText } from '../text.ts'

/** What the letter is about: a request by its number, or a cancel by its id. */
export type LetterSubject = { readonly request: string } | { readonly cancel: number }

/** The letter as the service would write it now. It is a dry run, so nothing is stored. */
async function previewOf(subject: LetterSubject, signal: AbortSignal): Promise<Blob | undefined> {
  const options = { body: { action: 'Letter' as const }, dryRun: true as const, signal }
  const { data } =
    'request' in subject
      ? await call('POST /v2/cancelrequests/{identifier}', {
          ...options,
          path: { identifier: subject.request },
        })
      : await call('POST /cancels/{cancelId}', { ...options, path: { cancelId: subject.cancel } })
  const pdf = data.generatedDocument?.pdf
  return pdf && blobOfBase64(pdf.data, pdf.contentType)
}

/** The letter in place. `version` has it written again when the request has changed. */
export function LetterPreview({
  of,
  version = 0,
}: {
  readonly of: LetterSubject
  readonly version?: number
}) {
  const t = useText()
  const [letter, setLetter] = useState<{ blob?: Blob | undefined; error?: unknown }>({})
  const [tries, setTries] = useState(0)
  const key = 'request' in of ? of.request : of.cancel
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the subject; version and tries ask again.
  useEffect(() => {
    const leaving = new AbortController()
    setLetter({})
    previewOf(of, leaving.signal).then(
      (blob) => setLetter({ blob }),
      (error: unknown) => !leaving.signal.aborted && setLetter({ error }),
    )
    return () => leaving.abort()
  }, [key, version, tries])
  if (letter.error) return <ErrorPanel error={letter.error} onRetry={() => setTries(tries + 1)} />
  return letter.blob ? <PdfFrame title={t('letter.title')} blob={letter.blob} /> : <Loading />
}

interface LetterPanelProps {
  readonly of: LetterSubject
  readonly version: number
  readonly onClose: () => void
}

/** The letter to the customer before the request is executed: read it, keep it with the contract, or send it. */
export function LetterPanel({ of, version, onClose }: LetterPanelProps) {
  const t = useText()
  const done = useDone()
  const ofRequest = useExecute('POST /v2/cancelrequests/{identifier}')
  const ofCancel = useExecute('POST /cancels/{cancelId}')
  const isRunning = ofRequest.isRunning || ofCancel.isRunning

  async function write(isMailed: boolean) {
    const body = { action: 'Letter' as const, ...(isMailed ? { mail: {} } : {}) }
    const answer =
      'request' in of
        ? await ofRequest.run({ path: { identifier: of.request }, body })
        : await ofCancel.run({ path: { cancelId: of.cancel }, body })
    if (answer) done(t(isMailed ? 'letter.mailed' : 'letter.kept'))
  }

  return (
    <Panel
      title={t('letter.title')}
      id="letter"
      description={t('letter.preview')}
      actions={
        <>
          <Button isBusy={isRunning} onClick={() => void write(false)}>
            {t('letter.keep')}
          </Button>
          <Button isBusy={isRunning} onClick={() => void write(true)}>
            {t('letter.mail')}
          </Button>
          <Button kind="quiet" icon="close" onClick={onClose}>
            {t('letter.close')}
          </Button>
        </>
      }
    >
      <FaultSummary error={ofRequest.error ?? ofCancel.error} />
      <LetterPreview of={of} version={version} />
    </Panel>
  )
}
