import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { useKitText } from './words/kit-text.ts'

export interface PdfFrameProps {
  /** The name of the file, for Open and Share. */
  readonly title: string
  readonly blob: Blob
}

/** A document in the browser's own viewer. Phones have none inside a page, so they get Open and Share. */
export function PdfFrame({ title, blob }: PdfFrameProps) {
  const t = useKitText()
  const url = useBlobUrl(blob)
  const file = new File([blob], fileName(title, blob), { type: blob.type || 'application/pdf' })
  const canShare = typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })
  if (!url) return <div className="pdf" />
  return (
    <div className="pdf">
      {hasViewer() || !file.type.endsWith('pdf') ? (
        <iframe className="pdf-frame" title={t('pdf.title')} src={url} />
      ) : (
        <p className="pdf-phone">{t('pdf.phone')}</p>
      )}
      <div className="pdf-actions">
        <a className="button button-plain" href={url} target="_blank" rel="noopener noreferrer">
          {t('open')}
        </a>
        <a className="button button-plain" href={url} download={file.name}>
          {t('download')}
        </a>
        {canShare && (
          <Button
            icon="share"
            onClick={() => void navigator.share({ files: [file], title }).catch(() => undefined)}
          >
            {t('share')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The address of the bytes in this tab. It is given back when the frame goes. */
function useBlobUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob.type ? blob : new Blob([blob], { type: 'application/pdf' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

/** Whether the browser shows PDF inside a page. Chromium without a screen says no but can. */
const hasViewer = () => navigator.pdfViewerEnabled || !matchMedia('(pointer: coarse)').matches

function fileName(title: string, blob: Blob): string {
  const ending = blob.type.split('/')[1] ?? 'pdf'
  return title.includes('.') ? title : `${title}.${ending}`
}
