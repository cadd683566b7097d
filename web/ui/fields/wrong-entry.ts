/**
 * Goes to the first field whose text is not a number, in the form, dialog or page that the user is in. Such a field has
 * no value to send; without this stop, it would be saved as empty. False: there is none.
 */
export function stopAtWrongEntry(): boolean {
  const around = document.activeElement?.closest('form, [role=dialog], main') ?? document.body
  const wrong = [...around.querySelectorAll('input')].find(({ validity }) => validity.customError)
  if (!wrong) return false
  const folded = wrong.closest('details')
  if (folded) folded.open = true
  // The field hears this and says what is wrong.
  wrong.checkValidity()
  wrong.focus()
  return true
}
