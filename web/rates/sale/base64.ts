/** A file that the service sent in base64. */
export function fileOfBase64({ fileName, contentType, data }: EncodedFile): File {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return new File([bytes], fileName, { type: contentType })
}

interface EncodedFile {
  readonly fileName: string
  readonly contentType: string
  readonly data: string
}

/** A file of the user in base64, as the service takes it. */
export function base64OfFile(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
