import './setup.css'

// What set-up needs is loaded apart from the quote, which a dealer opens on a phone.
export { AgreementsScreen } from './agreements/agreements-screen.tsx'
export { ChangePage } from './agreements/change-page.tsx'
export { BooksScreen } from './books/books-screen.tsx'
export { NewBookScreen } from './books/new-book-screen.tsx'
export { VersionPage } from './books/version-page.tsx'
export { CriteriaScreen } from './criteria/criteria-screen.tsx'
export { CoverageScreen } from './state-rules/coverage-screen.tsx'
export { OwnRulesScreen } from './state-rules/own-rules-screen.tsx'
