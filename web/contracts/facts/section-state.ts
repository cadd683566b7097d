/** Whether a section is edited now, and how that begins and ends. */
export interface SectionState {
  readonly isEdited: boolean
  readonly mayEdit: boolean
  readonly onEdit: () => void
  readonly onDone: () => void
}
