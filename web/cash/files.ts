/** The content of a chosen file, as the API takes it: base64 inside JSON. */
export function readAsBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error(file.name))
    reader.readAsDataURL(file)
  })
}

/** A document of the API as something that the browser can show or save. */
export const blobOf = ({ documentData, contentType }: { documentData: string; contentType: string }): Blob =>
  new Blob([Uint8Array.from(atob(documentData), (letter) => letter.charCodeAt(0))], { type: contentType })
