// Files as the API sends and takes them: base64 inside JSON.

/** A PDF of the service as something that a frame can show. */
export function blobOfPdf({
  data,
  contentType,
}: {
  readonly data: string
  readonly contentType: string
}): Blob {
  const text = atob(data)
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
  return new Blob([bytes], { type: contentType })
}

/** The content of a chosen file. */
export function readAsBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error(file.name))
    reader.readAsDataURL(file)
  })
}
