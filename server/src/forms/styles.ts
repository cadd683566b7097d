// The look of the forms: a letter page, two weights of one font, and one color besides black.

export const page = { width: 612, height: 792, left: 48, right: 564, top: 50, bottom: 734 } as const
export const WIDTH = page.right - page.left
/** The space between columns. */
export const GAP = 14

export interface Style {
  readonly font: 'regular' | 'semiBold'
  readonly size: number
  readonly leading: number
  readonly color: string
}

export const colors = { ink: '#1B2430', quiet: '#56606C', brand: '#1F3A5F', rule: '#C6CED8', tint: '#F2F5F9' }

const style = (font: Style['font'], size: number, leading: number, color: string): Style => ({
  font,
  size,
  leading,
  color,
})
export const styles = {
  sender: style('semiBold', 13, 17, colors.brand),
  small: style('regular', 7.5, 10.5, colors.quiet),
  title: style('semiBold', 19, 24, colors.ink),
  subtitle: style('regular', 10.5, 15, colors.quiet),
  body: style('regular', 9.5, 13.5, colors.ink),
  heading: style('semiBold', 10, 13.5, colors.brand),
  label: style('regular', 7, 10, colors.quiet),
  value: style('regular', 8.5, 11.5, colors.ink),
  strong: style('semiBold', 8.5, 11.5, colors.ink),
  large: style('semiBold', 11, 15, colors.ink),
  draft: style('semiBold', 8, 10.5, '#9B1C1C'),
} as const
