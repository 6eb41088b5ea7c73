import type { ComponentType, CSSProperties } from 'react';
import { FilesIcon, GlobeIcon, GraduationCapIcon, HandshakeIcon, ShieldCheckIcon } from './icons.tsx';

type IconComponent = ComponentType<{ size?: number; className?: string }>;

/** The icons that `audiences.icon` may name. */
const icons: Readonly<Record<string, IconComponent>> = {
  'shield-check': ShieldCheckIcon,
  'graduation-cap': GraduationCapIcon,
  handshake: HandshakeIcon,
  globe: GlobeIcon,
};

/**
 * What an audience looks like wherever it is meant: `style` sets the hue that the `audience-*` utilities of
 * app/globals.css read. An unknown icon gets a quiet one.
 */
export function audienceLook({ hue, icon }: { hue: string; icon: string }) {
  return { style: { '--hue': hue } as CSSProperties, Icon: icons[icon] ?? FilesIcon };
}
