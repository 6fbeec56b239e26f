export default function App() {
  return (
    <Card title="Porto, two days">
      <Tabs>
        <Tab label="Day 1">
          <Timeline items={[["9:00", "Breakfast at Majestic"], ["10:30", "Livraria Lello"], ["13:00", "Lunch in Ribeira"], ["16:00", "Port tasting"]]} value={2} />
        </Tab>
        <Tab label="Day 2">
          <Timeline items={[["10:00", "Serralves"], ["15:00", "Beach at Matosinhos"]]} />
        </Tab>
      </Tabs>
      <PillRow items={["on foot", "one tram", "rain plan ready"]} />
      <Separator />
      <Accordion>
        <AccordionItem title="What if it rains?">Swap Ribeira for the Soares dos Reis museum.</AccordionItem>
        <AccordionItem title="How do we get there?">Metro line E, 35 minutes from the airport.</AccordionItem>
      </Accordion>
    </Card>
  );
}
