import { Activity, Bell, Megaphone, User } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { HeadlineBand } from '#client/components/layout/headline-band.tsx'
import { PanelFrame, type PanelSection } from '#client/components/layout/panel-frame.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { SiteFooter } from '#client/components/layout/site-footer.tsx'
import { AccountBar, SiteHeader } from '#client/components/layout/site-header.tsx'
import { SkipLink } from '#client/components/layout/skip-link.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Parts } from './parts.tsx'

const sections: PanelSection[] = [
  { label: 'Alert Admin', icon: Bell, links: [{ label: 'Alert List', href: '/gallery.html' }] },
  {
    label: 'Technical',
    icon: Activity,
    links: [{ label: 'Performance Monitoring', href: '/monitoring', newWindow: true }],
  },
]

/** All components, in the frame of a resident's page or, with ?panel, of the control panel. */
export function Gallery() {
  const [search] = useSearchParams()
  const panel = search.has('panel')
  const headline = search.has('headline')
  return (
    <>
      <SkipLink />
      <SiteHeader
        county="Alder County"
        appTitle="Land Record Alerts"
        homeHref="/gallery.html"
        headline={headline}
        account={
          <AccountBar label="Your account" greeting="Hello, Thessaly">
            <Button variant="header">
              <User aria-hidden />
              Profile
            </Button>
            <Button variant="header">
              <Megaphone aria-hidden />
              Log out
            </Button>
          </AccountBar>
        }
      />
      <HeadlineBand
        label="Service notice"
        text={headline ? 'Residents cannot log in until 7 PM today while we update the service.' : ''}
      />
      {panel ? (
        <PanelFrame sections={sections} current="/gallery.html">
          <Parts />
        </PanelFrame>
      ) : (
        <ResidentPage>
          <Parts />
        </ResidentPage>
      )}
      <SiteFooter county="Alder County" interfaceVersion="5.3.107" serverVersion="5.3.107-a41" year={2026} live />
    </>
  )
}
