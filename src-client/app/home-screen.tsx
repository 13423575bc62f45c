import { useLocation, useSearchParams } from 'wouter'
import { AlertSetup } from '#client/features/alerts/alert-setup.tsx'
import { HomePage } from '#client/features/home/home-page.tsx'
import { alertHref, homePath } from '#client/lib/navigation.ts'

/** The home page, and over it the alert that the address names: `?alert=new` or `?alert=12`. */
export function HomeScreen() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const named = search.get('alert')
  const id = named === 'new' ? named : Number(named)
  return (
    <>
      <HomePage onAdd={() => navigate(alertHref('new'))} />
      {id !== 0 && !Number.isNaN(id) && <AlertSetup key={id} id={id} onClose={() => navigate(homePath)} />}
    </>
  )
}
