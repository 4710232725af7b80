/** What may lie open over the table. */
export type Sheet =
  | 'menu'
  | 'people'
  | 'settings'
  | 'standing'
  | 'aims'
  | 'keys'
  | 'legend'
  | 'army'
  | 'journal'
  | 'reasons'
  | '';
