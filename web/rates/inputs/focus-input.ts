/** Puts the cursor into the field of an input, and opens what hides it. */
export function focusInput(input: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${input}"]`)
  const closed = field?.closest('details')
  if (closed) closed.open = true
  const control = field?.querySelector<HTMLElement>('input, select')
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
}
