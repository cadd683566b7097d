// Files as the API sends and takes them: base64 inside JSON.

/** A file of the API as something that the browser can show or save. */
export function blobOfBase64(data: string, contentType: string): Blob {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: contentType })
}

/** The content of a chosen file, as the API takes it. */
export function base64OfFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // A data URL is `data:<type>;base64,<data>`; of an empty file it may end before the comma.
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''))
    reader.onerror = () => reject(reader.error ?? new Error(file.name))
    reader.readAsDataURL(file)
  })
}
