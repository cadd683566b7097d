import { useEffect, useState } from 'react'
import { useText } from '../text.ts'

/** Saves bytes as a file. Their type says nothing, so that no browser opens them. */
export function DownloadLink({ name, blob }: { readonly name: string; readonly blob: Blob }) {
  const t = useText()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return (
    <a className="button button-plain" href={url} download={name}>
      {t('documents.download')}
    </a>
  )
}
